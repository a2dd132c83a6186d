BUCKET = "backups"
