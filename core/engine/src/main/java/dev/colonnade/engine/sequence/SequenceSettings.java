package dev.colonnade.engine.sequence;

import dev.colonnade.sequence.CacheMethod;
import dev.colonnade.sequence.SequenceConfig;
import dev.colonnade.sequence.SequenceSession;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.setting.SettingSource;
import dev.colonnade.sql.setting.SettingValue;
import org.jspecify.annotations.Nullable;

/**
 * Synchronization of a session's sequences with its settings, before values are allocated: one
 * reference comparison while no setting has changed. One thread.
 */
public final class SequenceSettings {
  private static final String METHOD = "sequence_cache_method";
  private static final String RANGE = "sequence_range";
  private static final String CACHE_MIN = "sequence_cache_min";

  private static final SettingValue<Texts> TEXTS = SettingValue.of(Texts::of);

  private final SequenceSession sequences;
  private String method;
  private String range;
  private String cacheMin;
  private @Nullable Texts seen;

  /** Sets the initial values of the settings from the configuration. */
  public SequenceSettings(
      SequenceSession sequences, SequenceConfig config, SessionSettings settings) {
    this.sequences = sequences;
    method = config.method().settingName();
    range = Long.toString(config.range());
    cacheMin = Long.toString(config.cacheMin());
    settings.setInitial(METHOD, method);
    settings.setInitial(RANGE, range);
    settings.setInitial(CACHE_MIN, cacheMin);
  }

  @SuppressWarnings("ReferenceEquality") // one cheap comparison per statement
  public void apply(SessionSettings settings) {
    Texts texts = settings.get(TEXTS);
    if (texts == seen) {
      return;
    }
    seen = texts;
    if (!texts.method().equals(method)) {
      method = texts.method();
      sequences.cacheMethod(CacheMethod.of(method));
    }
    if (!texts.range().equals(range)) {
      range = texts.range();
      sequences.sequenceRange(Long.parseLong(range));
    }
    if (!texts.cacheMin().equals(cacheMin)) {
      cacheMin = texts.cacheMin();
      sequences.sequenceCacheMin(Long.parseLong(cacheMin));
    }
  }

  /** Texts of the settings. */
  private record Texts(String method, String range, String cacheMin) {
    static Texts of(SettingSource settings) {
      return new Texts(settings.show(METHOD), settings.show(RANGE), settings.show(CACHE_MIN));
    }
  }
}
