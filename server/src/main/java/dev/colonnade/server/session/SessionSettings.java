package dev.colonnade.server.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.request.SessionRequest;
import dev.colonnade.protocol.response.Ok;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.sequence.CacheMethod;
import dev.colonnade.sequence.SequenceConfig;
import dev.colonnade.sequence.SequenceSession;

/** What a client may change of its session, by name, and how it forgets. Never waits. */
final class SessionSettings {
  /** Small CACHE values are raised where the cache is the server's only. */
  private static final long CACHE_MIN_STANDARD = 1;

  private final SequenceSession sequences;
  private final SequenceConfig standard;

  SessionSettings(Session session, SequenceConfig standard) {
    this.sequences = requireNonNull(session, "session is null").sequences();
    this.standard = requireNonNull(standard, "standard is null");
  }

  /** Changes a setting; an empty value stands for the server's own. */
  Response set(SessionRequest.SetSetting request) {
    String name = request.name();
    String value = request.value();
    switch (name) {
      case "sequence_cache_method" ->
          sequences.cacheMethod(value.isEmpty() ? standard.method() : CacheMethod.of(value));
      case "sequence_range" ->
          sequences.sequenceRange(value.isEmpty() ? standard.range() : count(name, value));
      case "sequence_cache_min" ->
          sequences.sequenceCacheMin(value.isEmpty() ? CACHE_MIN_STANDARD : count(name, value));
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
