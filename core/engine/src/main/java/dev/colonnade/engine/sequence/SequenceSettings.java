package dev.colonnade.engine.sequence;

import dev.colonnade.sequence.CacheMethod;
import dev.colonnade.sequence.SequenceConfig;
import dev.colonnade.sequence.SequenceSession;
import dev.colonnade.sql.setting.SessionSettings;
import org.jspecify.annotations.Nullable;

/**
 * Synchronization of a session's sequences with its settings, before values are allocated: one
 * reference comparison while no setting has changed. One thread.
 */
public final class SequenceSettings {
  private static final String METHOD = "sequence_cache_method";
  private static final String RANGE = "sequence_range";
  private static final String CACHE_MIN = "sequence_cache_min";

  private final SequenceSession sequences;
  private String method;
  private String range;
  private String cacheMin;
  private SessionSettings.@Nullable State seen;

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
    if (settings.state() == seen) {
      return;
    }
    seen = settings.state();
    if (!settings.show(METHOD).equals(method)) {
      method = settings.show(METHOD);
      sequences.cacheMethod(CacheMethod.of(method));
    }
    if (!settings.show(RANGE).equals(range)) {
      range = settings.show(RANGE);
      sequences.sequenceRange(Long.parseLong(range));
    }
    if (!settings.show(CACHE_MIN).equals(cacheMin)) {
      cacheMin = settings.show(CACHE_MIN);
      sequences.sequenceCacheMin(Long.parseLong(cacheMin));
    }
  }
}
