package dev.colonnade.sql.statement;

import dev.colonnade.sql.run.StatementContext;
import dev.colonnade.sql.setting.SessionSettings;

/** Limits of memory and of temporary files that the settings of a session give its queries. */
final class MemorySettings {
  private MemorySettings() {}

  static StatementContext.Limits limits(SessionSettings settings) {
    return new StatementContext.Limits(
        settings.bytes("work_mem"), settings.bytes("temp_file_limit"));
  }
}
