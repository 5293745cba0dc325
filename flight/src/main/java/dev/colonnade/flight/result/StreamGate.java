package dev.colonnade.flight.result;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.request.Cancellation;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;

/**
 * Backpressure of a stream: a thread that produces batches waits here until the client has accepted
 * those before. A client that cancels the stream, or disconnects, cancels the statement.
 */
public final class StreamGate {
  /** Time after which a waiting thread looks for a cancellation that nothing notifies it of. */
  private static final long POLL_MILLIS = 100;

  private final ServerStreamListener stream;
  private final Cancellation cancellation;

  private StreamGate(ServerStreamListener stream, Cancellation cancellation) {
    this.stream = requireNonNull(stream, "stream is null");
    this.cancellation = requireNonNull(cancellation, "cancellation is null");
  }

  /** Returns the gate of a stream. To be called on the thread that received the call. */
  public static StreamGate of(ServerStreamListener stream, Cancellation cancellation) {
    StreamGate gate = new StreamGate(stream, cancellation);
    stream.setOnReadyHandler(gate::wake);
    stream.setOnCancelHandler(
        () -> {
          cancellation.cancel();
          gate.wake();
        });
    return gate;
  }

  private synchronized void wake() {
    notifyAll();
  }

  /**
   * Waits until the client accepts more; throws CANCELED if the stream or statement is canceled.
   */
  synchronized void await() {
    while (true) {
      cancellation.check();
      if (stream.isCancelled()) {
        throw new ColonnadeException(ErrorCode.CANCELED, "the client has canceled the stream");
      }
      if (stream.isReady()) {
        return;
      }
      try {
        wait(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ColonnadeException(ErrorCode.SHUTTING_DOWN, "the server is shutting down", e);
      }
    }
  }
}
