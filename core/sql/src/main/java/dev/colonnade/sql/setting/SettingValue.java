package dev.colonnade.sql.setting;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Value that is read from the settings of a session: each session keeps it until one of its
 * settings changes, so that statements need not parse texts. Instances are constants.
 *
 * <p>It must not depend on the modes of a transaction ({@code transaction_read_only} and others),
 * which begin and end without a change of settings.
 */
public final class SettingValue<T> {
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final int slot = COUNT.getAndIncrement();
  private final Function<SettingSource, T> reader;

  private SettingValue(Function<SettingSource, T> reader) {
    this.reader = requireNonNull(reader, "reader is null");
  }

  /** Returns the value that a function reads from one or several settings. */
  public static <T> SettingValue<T> of(Function<SettingSource, T> reader) {
    return new SettingValue<>(reader);
  }

  /** Returns the text of a setting. */
  public static SettingValue<String> text(String name) {
    return of(settings -> settings.show(name));
  }

  /** Returns whether a setting is on. */
  public static SettingValue<Boolean> isOn(String name) {
    return of(settings -> settings.isOn(name));
  }

  /** Returns the duration of a setting; zero stands for no limit. */
  public static SettingValue<Duration> duration(String name) {
    return of(settings -> settings.duration(name));
  }

  /** Returns the position of the value in what a session keeps, from 0. */
  int slot() {
    return slot;
  }

  T read(SettingSource settings) {
    return reader.apply(settings);
  }
}
