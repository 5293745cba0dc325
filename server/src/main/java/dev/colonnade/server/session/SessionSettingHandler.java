package dev.colonnade.server.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.Session;
import dev.colonnade.engine.session.SessionFreshness;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.request.SessionRequest;
import dev.colonnade.protocol.response.Ok;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.sequence.CacheMethod;
import dev.colonnade.sequence.SequenceConfig;
import dev.colonnade.sequence.SequenceSession;

/** Handler of requests that set session settings and discard session state. Never blocks. */
final class SessionSettingHandler {
  /** Default minimum of the CACHE value, which applies to caches of the server. */
  private static final long CACHE_MIN_DEFAULT = 1;

  private final Session session;
  private final SequenceSession sequences;
  private final SequenceConfig defaults;

  SessionSettingHandler(Session session, SequenceConfig defaults) {
    this.session = requireNonNull(session, "session is null");
    this.sequences = session.sequences();
    this.defaults = requireNonNull(defaults, "defaults is null");
  }

  /** Changes a setting; an empty value restores the default of the server. */
  Response set(SessionRequest.SetSetting request) {
    String name = request.name();
    String value = request.value();
    switch (name) {
      case "sequence_cache_method" ->
          sequences.cacheMethod(value.isEmpty() ? defaults.method() : CacheMethod.of(value));
      case "sequence_range" ->
          sequences.sequenceRange(value.isEmpty() ? defaults.range() : count(name, value));
      case "sequence_cache_min" ->
          sequences.sequenceCacheMin(value.isEmpty() ? CACHE_MIN_DEFAULT : count(name, value));
      case SessionFreshness.SETTING ->
          session.freshness().requestMillisMax(value.isEmpty() ? -1 : count(name, value));
      default ->
          throw new ColonnadeException(
              ErrorCode.UNKNOWN_OBJECT, "unrecognized configuration parameter \"" + name + "\"");
    }
    return new Ok();
  }

  Response discard(SessionRequest.Discard request) {
    switch (request.target()) {
      case SEQUENCES -> sequences.discardSequences();
      case ALL -> sequences.discardAll();
    }
    return new Ok();
  }

  private static long count(String name, String value) {
    try {
      return Long.parseLong(value.strip());
    } catch (NumberFormatException e) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "invalid value for parameter \"%s\": \"%s\"".formatted(name, value),
          e);
    }
  }
}
