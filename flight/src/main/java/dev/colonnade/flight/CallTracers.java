package dev.colonnade.flight;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.server.flight.FlightObserver;
import dev.colonnade.server.flight.FlightObserver.Method;
import dev.colonnade.server.net.observer.RequestOutcome;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;

/** Tracers of gRPC that report each call to the observer: its bytes, its time and its outcome. */
final class CallTracers extends ServerStreamTracer.Factory {
  private final FlightObserver observer;
  private final NanoTicker ticker;

  CallTracers(FlightObserver observer, NanoTicker ticker) {
    this.observer = requireNonNull(observer, "observer is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
  }

  @Override
  public ServerStreamTracer newServerStreamTracer(String fullMethodName, Metadata headers) {
    observer.started();
    return new CallTracer(method(fullMethodName), ticker.nanos());
  }

  private static Method method(String fullMethodName) {
    return switch (fullMethodName.substring(fullMethodName.lastIndexOf('/') + 1)) {
      case "Handshake" -> Method.HANDSHAKE;
      case "GetFlightInfo" -> Method.GET_FLIGHT_INFO;
      case "GetSchema" -> Method.GET_SCHEMA;
      case "DoGet" -> Method.DO_GET;
      case "DoPut" -> Method.DO_PUT;
      case "DoAction" -> Method.DO_ACTION;
      default -> Method.OTHER;
    };
  }

  private static RequestOutcome outcome(Status status) {
    return switch (status.getCode()) {
      case OK -> RequestOutcome.OK;
      case CANCELLED -> RequestOutcome.CANCELED;
      case DEADLINE_EXCEEDED -> RequestOutcome.TIMED_OUT;
      case UNAVAILABLE, ABORTED -> RequestOutcome.RETRY_ERROR;
      case INTERNAL, UNKNOWN, DATA_LOSS -> RequestOutcome.SERVER_ERROR;
      case INVALID_ARGUMENT,
          NOT_FOUND,
          ALREADY_EXISTS,
          PERMISSION_DENIED,
          RESOURCE_EXHAUSTED,
          FAILED_PRECONDITION,
          OUT_OF_RANGE,
          UNIMPLEMENTED,
          UNAUTHENTICATED ->
          RequestOutcome.USER_ERROR;
    };
  }

  /** Tracer of one call. */
  private final class CallTracer extends ServerStreamTracer {
    private final Method method;
    private final long startNanos;

    CallTracer(Method method, long startNanos) {
      this.method = method;
      this.startNanos = startNanos;
    }

    @Override
    public void inboundWireSize(long bytes) {
      observer.received(bytes);
    }

    @Override
    public void outboundWireSize(long bytes) {
      observer.sent(bytes);
    }

    @Override
    public void streamClosed(Status status) {
      observer.ended(method, outcome(status), ticker.nanos() - startNanos);
    }
  }
}
