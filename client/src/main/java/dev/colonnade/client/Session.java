package dev.colonnade.client;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.net.ConnectionPool;
import dev.colonnade.client.net.PinnedConnection;
import dev.colonnade.client.net.Requests;
import dev.colonnade.client.sequence.AsyncSequences;
import dev.colonnade.client.sequence.Sequence;
import dev.colonnade.client.sequence.Sequences;
import dev.colonnade.protocol.request.DiscardTarget;
import dev.colonnade.protocol.request.SequenceRequest;
import dev.colonnade.protocol.request.SessionRequest;
import dev.colonnade.protocol.response.Ok;
import dev.colonnade.protocol.response.SequenceResponse;
import java.util.concurrent.CompletableFuture;

/**
 * A connection of its own, and what the server keeps for it: the current values of sequences,
 * blocks of values, settings. The requests of a client without a session take turns on connections
 * that they share, which is why these are only here.
 *
 * <p>A session ends with its connection: when that is lost, it fails with SESSION_ENDED, and
 * another is to be opened. Safe for use by any thread; but what "current" means to several is
 * theirs to agree on.
 */
public final class Session implements AutoCloseable {
  private final PinnedConnection connection;
  private final Requests requests;
  private final AsyncSequences async;
  private final Sequences sequences;

  Session(ConnectionPool pool) {
    this.connection = requireNonNull(pool, "pool is null").pin();
    this.requests = new Requests(pool, connection);
    this.async = new AsyncSequences(requests);
    this.sequences = new Sequences(async);
  }

  /** The sequence of that name as it is now; values that it gives are this session's. */
  public Sequence sequence(String name) {
    return sequences.find(name);
  }

  /** As {@link #sequence}, without waiting. */
  public CompletableFuture<Sequence> sequenceAsync(String name) {
    return async.find(name);
  }

  /** Creates, changes and finds sequences. */
  public Sequences sequences() {
    return sequences;
  }

  /** {@code currval}: what this session took last from a sequence; 55000 if it took nothing. */
  public long currentValue(Sequence sequence) {
    return requests.await(currentValueAsync(sequence));
  }

  /** As {@link #currentValue}, without waiting. */
  public CompletableFuture<Long> currentValueAsync(Sequence sequence) {
    return requests.read(
        new SequenceRequest.CurrentValue(sequence.id()),
        SequenceResponse.Value.class,
        SequenceResponse.Value::value);
  }

  /** {@code lastval}: what this session took last from any sequence; 55000 if it took nothing. */
  public long lastValue() {
    return requests.await(lastValueAsync());
  }

  /** As {@link #lastValue}, without waiting. */
  public CompletableFuture<Long> lastValueAsync() {
    return requests.read(
        new SequenceRequest.LastValue(),
        SequenceResponse.Value.class,
        SequenceResponse.Value::value);
  }

  /** {@code DISCARD}: has the server forget what it keeps for this session. */
  public void discard(DiscardTarget target) {
    requests.await(discardAsync(target));
  }

  /** As {@link #discard}, without waiting. */
  public CompletableFuture<Ok> discardAsync(DiscardTarget target) {
    SessionRequest.Discard request = new SessionRequest.Discard(target);
    return requests.change(() -> request, Ok.class, ok -> ok);
  }

  /**
   * {@code SET}: changes a setting for this session.
   *
   * @param value empty for what the server is set to
   */
  public void set(String name, String value) {
    requests.await(setAsync(name, value));
  }

  /** As {@link #set}, without waiting. */
  public CompletableFuture<Ok> setAsync(String name, String value) {
    SessionRequest.SetSetting request = new SessionRequest.SetSetting(name, value);
    return requests.change(() -> request, Ok.class, ok -> ok);
  }

  /** Closes the connection; what is unanswered fails. */
  @Override
  public void close() {
    connection.close();
  }
}
