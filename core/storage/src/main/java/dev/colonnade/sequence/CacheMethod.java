package dev.colonnade.sequence;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.Locale;

/**
 * Location of the cache from which a session allocates sequence values (setting {@code
 * sequence_cache_method}).
 */
public enum CacheMethod {
  /** One cache in the server, shared by all sessions. */
  SERVER,
  /** One block of values per session, as in PostgreSQL. */
  CONNECTION;

  /**
   * Returns the method with this setting name, in any case. Throws INVALID_ARGUMENT if no method
   * has it.
   */
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

  /** Returns the name in lower case, as it is written in settings. */
  public String settingName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
