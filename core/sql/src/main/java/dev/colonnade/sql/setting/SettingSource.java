package dev.colonnade.sql.setting;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.time.Duration;

/** Settings that are read by name. */
public interface SettingSource {
  /**
   * Returns the value of a setting.
   *
   * @throws ColonnadeException {@link ErrorCode#UNKNOWN_OBJECT} if no setting has this name
   */
  String show(String name);

  /** Returns the role that the session has assumed, or else the session's user. */
  String currentUser();

  default boolean isOn(String name) {
    return show(name).equals("on");
  }

  /** Returns the value of a duration setting. Zero stands for no limit. */
  default Duration duration(String name) {
    return Duration.ofMillis(DurationFormat.of(show(name)));
  }

  /** Returns the value of a size setting in bytes; negative for no limit. */
  default long bytes(String name) {
    return MemorySize.bytes(show(name));
  }

  /** Returns the value of a threshold in milliseconds; -1 if it is disabled. */
  default long thresholdMillis(String name) {
    String value = show(name);
    return value.equals("-1") ? -1 : DurationFormat.of(value);
  }
}
