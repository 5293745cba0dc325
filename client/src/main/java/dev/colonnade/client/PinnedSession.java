package dev.colonnade.client;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.net.ConnectionPool;
import dev.colonnade.client.net.PinnedConnection;
import dev.colonnade.client.request.Requests;
import dev.colonnade.client.sequence.AsyncClientSequences;
import dev.colonnade.client.sequence.ClientSequence;
import dev.colonnade.client.sequence.ClientSequences;
import dev.colonnade.protocol.request.SequenceRequest;
import dev.colonnade.protocol.request.SessionRequest;
import dev.colonnade.protocol.response.Ok;
import dev.colonnade.protocol.response.SequenceResponse;
import dev.colonnade.protocol.session.DiscardTarget;
import java.util.concurrent.CompletableFuture;

/**
 * Session with a dedicated connection and its state at the server: current values of sequences,
 * blocks of reserved values, settings. Requests of a client without a session are distributed over
 * shared connections, which have no such state.
 *
 * <p>A session ends with its connection: if the connection is lost, requests fail with
 * SESSION_ENDED, and the caller has to open another session. Thread-safe; but "current" values are
 * defined only if the callers coordinate their use of the session.
 */
public final class PinnedSession implements AutoCloseable {
  private final PinnedConnection connection;
  private final Requests requests;
  private final AsyncClientSequences async;
  private final ClientSequences sequences;

  PinnedSession(ConnectionPool pool) {
    this.connection = requireNonNull(pool, "pool is null").pin();
    this.requests = new Requests(pool, connection);
    this.async = new AsyncClientSequences(requests);
    this.sequences = new ClientSequences(async);
  }

  /**
   * Returns the current description of the sequence of that name; its values are allocated by this
   * session.
   */
  public ClientSequence sequence(String name) {
    return sequences.find(name);
  }

  /** Asynchronous variant of {@link #sequence}. */
  public CompletableFuture<ClientSequence> sequenceAsync(String name) {
    return async.find(name);
  }

  /** Returns the client for sequence definitions. */
  public ClientSequences sequences() {
    return sequences;
  }

  /**
   * Returns the value that this session allocated last from a sequence ({@code currval}); 55000 if
   * there is none.
   */
  public long currentValue(ClientSequence sequence) {
    return requests.await(currentValueAsync(sequence));
  }

  /** Asynchronous variant of {@link #currentValue}. */
  public CompletableFuture<Long> currentValueAsync(ClientSequence sequence) {
    return requests.read(
        new SequenceRequest.CurrentValue(sequence.id()),
        SequenceResponse.Value.class,
        SequenceResponse.Value::value);
  }

  /**
   * Returns the value that this session allocated last from any sequence ({@code lastval}); 55000
   * if there is none.
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
