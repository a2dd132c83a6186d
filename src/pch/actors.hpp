// As standard.hpp, for those who talk to actors: CAF and the messages take most of the time of their files.
#pragma once

#include "actors/messages/interfaces.hpp"
#include "pch/standard.hpp"

#include "actors/messages/debug.hpp"
#include "actors/messages/helm.hpp"
#include "actors/messages/hook_rate.hpp"
#include "actors/messages/hook_runner.hpp"
#include "actors/messages/informer.hpp"
#include "actors/messages/kind_watcher.hpp"
#include "actors/messages/kube_client.hpp"
#include "actors/messages/module.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/observer.hpp"
#include "actors/messages/program_failure.hpp"
#include "actors/messages/queue.hpp"
#include "actors/messages/scheduler.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/messages/task.hpp"
#include "actors/messages/values.hpp"
