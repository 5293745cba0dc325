package dev.colonnade.server.log;

import ch.qos.logback.core.util.FileSize;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Options of the default configuration of the log, from environment variables.
 *
 * @param level least level; INFO by default
 * @param isJson whether a line is a JSON object
 * @param file file of the log, which is rotated; null for standard error
 * @param fileMax size at which the file is rotated, 100 MB by default
 * @param filesKept number of rotated files that are kept, 10 by default
 */
record LogOptions(
    String level, boolean isJson, @Nullable String file, FileSize fileMax, int filesKept) {
  static final int FILES_KEPT_MAX = 20;

  private static final String FILE_MAX = "100MB";
  private static final int FILES_KEPT = 10;

  LogOptions {
    if (filesKept < 1 || filesKept > FILES_KEPT_MAX) {
      throw new IllegalArgumentException(
          "COLONNADE_LOG_FILE_KEEP is not a number from 1 to " + FILES_KEPT_MAX);
    }
  }

  /** Returns the default options with a level. */
  static LogOptions ofLevel(String level) {
    return of(Map.of("COLONNADE_LOG_LEVEL", level));
  }

  /**
   * Returns the options of an environment.
   *
   * @throws IllegalArgumentException if a variable is invalid
   */
  static LogOptions of(Map<String, String> environment) {
    String format = environment.getOrDefault("COLONNADE_LOG_FORMAT", "text");
    if (!format.equals("text") && !format.equals("json")) {
      throw new IllegalArgumentException("COLONNADE_LOG_FORMAT is neither text nor json");
    }
    return new LogOptions(
        environment.getOrDefault("COLONNADE_LOG_LEVEL", "INFO"),
        format.equals("json"),
        environment.get("COLONNADE_LOG_FILE"),
        FileSize.valueOf(environment.getOrDefault("COLONNADE_LOG_FILE_MAX", FILE_MAX)),
        Integer.parseInt(
            environment.getOrDefault("COLONNADE_LOG_FILE_KEEP", Integer.toString(FILES_KEPT))));
  }
}
