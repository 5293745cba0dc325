package dev.colonnade.sequence;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.Locale;

/** Where the values that a session draws are cached: the setting {@code sequence_cache_method}. */
public enum CacheMethod {
  /** In the server, for all sessions together. */
  SERVER,
  /** In the session, a block for each, as in PostgreSQL. */
  CONNECTION;

  /** The method of this name; INVALID_ARGUMENT if there is none. */
  public static CacheMethod of(String name) {
    for (CacheMethod method : values()) {
      if (method.settingName().equals(name.toLowerCase(Locale.ROOT))) {
        return method;
      }
    }
    throw new ColonnadeException(
        ErrorCode.INVALID_ARGUMENT,
        "invalid value for parameter \"sequence_cache_method\": \"%s\"".formatted(name));
  }

  /** As settings write it. */
  public String settingName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
