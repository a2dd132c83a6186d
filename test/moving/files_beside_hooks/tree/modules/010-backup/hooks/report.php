#!/usr/bin/env php
<?php echo "{}";
