package dev.colonnade.client.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.net.Requests;
import dev.colonnade.protocol.request.SequenceRequest;
import dev.colonnade.protocol.response.SequenceResponse;
import dev.colonnade.protocol.sequence.SequenceDescription;
import dev.colonnade.protocol.sequence.ValueRun;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A sequence to take values from. It is the same sequence also after a rename; when it is dropped,
 * it fails with 42P01, also if there is another of its name. Safe for use by any thread.
 *
 * <p><b>Lost answers.</b> A request for values is never sent twice. If its answer is lost, the
 * values are: they leave a gap, as a crash does. The failure says that the connection was lost, and
 * asking again is always safe: no value is given to two.
 */
public final class Sequence {
  private final Requests requests;
  private final SequenceDescription description;
  private final SequenceRequest.NextValue nextValue;

  Sequence(Requests requests, SequenceDescription description) {
    this.requests = requireNonNull(requests, "requests is null");
    this.description = requireNonNull(description, "description is null");
    this.nextValue = new SequenceRequest.NextValue(description.id());
  }

  /** What the server said when it was asked for this sequence. */
  public SequenceDescription description() {
    return description;
  }

  public long id() {
    return description.id();
  }

  public String name() {
    return description.name();
  }

  /** {@code nextval}: a value that nobody else gets. */
  public long next() {
    return requests.await(nextAsync());
  }

  /** As {@link #next}, without waiting. */
  public CompletableFuture<Long> nextAsync() {
    return requests.take(nextValue, SequenceResponse.Value.class, SequenceResponse.Value::value);
  }

  /**
   * Takes many values with one request, for what is loaded in bulk: as one run, or as several where
   * the sequence starts over or others took values in between.
   */
  public List<ValueRun> reserve(long count) {
    return requests.await(reserveAsync(count));
  }

  /** As {@link #reserve}, without waiting. */
  public CompletableFuture<List<ValueRun>> reserveAsync(long count) {
    return requests.take(
        new SequenceRequest.ReserveValues(id(), count),
        SequenceResponse.Runs.class,
        SequenceResponse.Runs::runs);
  }

  /** {@code setval}: the next value is the one after {@code value}. */
  public long set(long value) {
    return set(value, true);
  }

  /**
   * {@code setval}.
   *
   * @param isCalled whether {@code value} is used up; if not, it comes next
   */
  public long set(long value, boolean isCalled) {
    return requests.await(setAsync(value, isCalled));
  }

  /** As {@link #set(long, boolean)}, without waiting. */
  public CompletableFuture<Long> setAsync(long value, boolean isCalled) {
    SequenceRequest.SetValue request = new SequenceRequest.SetValue(id(), value, isCalled);
    return requests.change(
        () -> request, SequenceResponse.Value.class, SequenceResponse.Value::value);
  }

  /** Values that are reserved in blocks and given out here, with the standard sizes. */
  public SequenceBlock block() {
    return block(BlockSizes.DEFAULT);
  }

  /** Values that are reserved in blocks and given out here. */
  public SequenceBlock block(BlockSizes sizes) {
    return new SequenceBlock(
        new SequenceBlock.Source() {
          @Override
          public CompletableFuture<List<ValueRun>> reserve(long count) {
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
