package dev.colonnade.client.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.request.Requests;
import dev.colonnade.protocol.request.SequenceRequest;
import dev.colonnade.protocol.response.SequenceResponse;
import dev.colonnade.protocol.sequence.WireSequenceDescription;
import dev.colonnade.protocol.sequence.WireValueRange;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Handle of a sequence, from which values are allocated. It refers to the same sequence also after
 * a rename; after the sequence is dropped, it fails with 42P01, also if there is another sequence
 * of that name. Thread-safe.
 *
 * <p><b>Lost responses.</b> A request for values is never sent twice. If its response is lost, the
 * values are lost too: they leave a gap, as a crash does. The failure states that the connection
 * was lost, and a new request is always safe: no value is returned to two callers.
 */
public final class ClientSequence {
  private final Requests requests;
  private final WireSequenceDescription description;
  private final SequenceRequest.NextValue nextValue;

  ClientSequence(Requests requests, WireSequenceDescription description) {
    this.requests = requireNonNull(requests, "requests is null");
    this.description = requireNonNull(description, "description is null");
    this.nextValue = new SequenceRequest.NextValue(description.id());
  }

  /** Returns the description that the server returned for this sequence. */
  public WireSequenceDescription description() {
    return description;
  }

  /** Returns the id of the sequence, which is never assigned again. */
  public long id() {
    return description.id();
  }

  /** Returns the name that the sequence had when this handle was made. */
  public String name() {
    return description.name();
  }

  /** Returns the next value, which no other caller receives ({@code nextval}). */
  public long next() {
    return requests.await(nextAsync());
  }

  /** Asynchronous variant of {@link #next}. */
  public CompletableFuture<Long> nextAsync() {
    return requests.allocate(
        nextValue, SequenceResponse.Value.class, SequenceResponse.Value::value);
  }

  /**
   * Allocates many values with one request, for bulk loads. The result has several ranges if the
   * sequence cycles or if other sessions allocated values in between.
   */
  public List<WireValueRange> reserve(long count) {
    return requests.await(reserveAsync(count));
  }

  /** Asynchronous variant of {@link #reserve}. */
  public CompletableFuture<List<WireValueRange>> reserveAsync(long count) {
    return requests.allocate(
        new SequenceRequest.ReserveValues(id(), count),
        SequenceResponse.Runs.class,
        SequenceResponse.Runs::runs);
  }

  /** Sets the sequence so that the next value follows {@code value} ({@code setval}). */
  public long set(long value) {
    return set(value, true);
  }

  /**
   * Sets the position of the sequence ({@code setval}).
   *
   * @param isCalled whether {@code value} is consumed; if not, it is the next value
   */
  public long set(long value, boolean isCalled) {
    return requests.await(setAsync(value, isCalled));
  }

  /** Asynchronous variant of {@link #set(long, boolean)}. */
  public CompletableFuture<Long> setAsync(long value, boolean isCalled) {
    SequenceRequest.SetValue request = new SequenceRequest.SetValue(id(), value, isCalled);
    return requests.change(
        () -> request, SequenceResponse.Value.class, SequenceResponse.Value::value);
  }

  /** Returns a client-side cache of values that are reserved in blocks of the default sizes. */
  public SequenceBlock block() {
    return block(BlockSizes.DEFAULT);
  }

  /** Returns a client-side cache of values that are reserved in blocks. */
  public SequenceBlock block(BlockSizes sizes) {
    return new SequenceBlock(
        new SequenceBlock.Source() {
          @Override
          public CompletableFuture<List<WireValueRange>> reserve(long count) {
            return reserveAsync(count);
          }

          @Override
          public long await(CompletableFuture<Long> value) {
            return requests.await(value);
          }

          @Override
          public long nowNanos() {
            return requests.nowNanos();
          }
        },
        sizes);
  }

  @Override
  public String toString() {
    return "Sequence[" + name() + ", id=" + id() + "]";
  }
}
