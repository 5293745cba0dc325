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
 * Session with a dedicated connection and its state at the server: current values of sequences, blocks of reserved values, settings. Requests of a client without a session are distributed over shared connections, which have no such state.
 *
 * <p>A session ends with its connection: if the connection is lost, requests fail with SESSION_ENDED, and the caller has to open another session. Thread-safe; but "current" values are defined only if the callers coordinate their use of the session.
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

  /**
   * Returns the current description of the sequence of that name; its values are allocated by this session.
   */
  public Sequence sequence(String name) {
    return sequences.find(name);
  }

  /** Asynchronous variant of {@link #sequence}. */
  public CompletableFuture<Sequence> sequenceAsync(String name) {
    return async.find(name);
  }

  /** Returns the client for sequence definitions. */
  public Sequences sequences() {
    return sequences;
  }

  /**
   * Returns the value that this session allocated last from a sequence ({@code currval}); 55000 if there is none.
   */
  public long currentValue(Sequence sequence) {
    return requests.await(currentValueAsync(sequence));
  }

  /** Asynchronous variant of {@link #currentValue}. */
  public CompletableFuture<Long> currentValueAsync(Sequence sequence) {
    return requests.read(
        new SequenceRequest.CurrentValue(sequence.id()),
        SequenceResponse.Value.class,
        SequenceResponse.Value::value);
  }

  /**
   * Returns the value that this session allocated last from any sequence ({@code lastval}); 55000 if there is none.
   */
  public long lastValue() {
    return requests.await(lastValueAsync());
  }

  /** Asynchronous variant of {@link #lastValue}. */
  public CompletableFuture<Long> lastValueAsync() {
    return requests.read(
        new SequenceRequest.LastValue(),
        SequenceResponse.Value.class,
        SequenceResponse.Value::value);
  }

  /** Discards state of this session at the server ({@code DISCARD}). */
  public void discard(DiscardTarget target) {
    requests.await(discardAsync(target));
  }

  /** Asynchronous variant of {@link #discard}. */
  public CompletableFuture<Ok> discardAsync(DiscardTarget target) {
    SessionRequest.Discard request = new SessionRequest.Discard(target);
    return requests.change(() -> request, Ok.class, ok -> ok);
  }

  /**
   * Changes a setting for this session ({@code SET}).
   *
   * @param value empty for the server's setting
   */
  public void set(String name, String value) {
    requests.await(setAsync(name, value));
  }

  /** Asynchronous variant of {@link #set}. */
  public CompletableFuture<Ok> setAsync(String name, String value) {
    SessionRequest.SetSetting request = new SessionRequest.SetSetting(name, value);
    return requests.change(() -> request, Ok.class, ok -> ok);
  }

  /** Closes the connection; outstanding requests fail. */
  @Override
  public void close() {
    connection.close();
  }
}
