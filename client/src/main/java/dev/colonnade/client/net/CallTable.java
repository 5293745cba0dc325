package dev.colonnade.client.net;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.frame.RequestFrame;
import dev.colonnade.protocol.frame.ResponseFrame;
import dev.colonnade.protocol.request.Cancel;
import dev.colonnade.protocol.request.Credit;
import dev.colonnade.protocol.request.Ping;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.Response;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Outstanding calls of one connection, from their start to their last response. Confined to the
 * connection's event loop.
 */
final class CallTable extends ChannelInboundHandlerAdapter {
  /** Period of the deadline check, while calls with deadlines are outstanding. */
  static final int SWEEP_MILLIS = 20;

  private static final class Entry {
    private final Call call;
    private final Runnable onEnd;

    Entry(Call call, Runnable onEnd) {
      this.call = call;
      this.onEnd = onEnd;
    }
  }

  private final int inFlightMax;
  private final LongSupplier nanoClock;
  private final IntObjectMap<Entry> inFlight = new IntObjectHashMap<>();
  private final Deque<Entry> waiting = new ArrayDeque<>();
  private @Nullable ChannelHandlerContext context;
  private @Nullable ClientException end;
  private @Nullable ScheduledFuture<?> sweep;
  private boolean pingOutstanding;
  private int lastStreamId;
  private boolean continuesTraces;

  public CallTable(int inFlightMax, LongSupplier nanoClock) {
    this.inFlightMax = inFlightMax;
    this.nanoClock = nanoClock;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  /** Sends the contexts of traces from now on, which the server reads. */
  void continueTraces() {
    continuesTraces = true;
  }

  /** Sends the call, or queues it until another call ends (backpressure). */
  void start(Call call, Runnable onEnd) {
    Entry entry = new Entry(call, onEnd);
    ClientException ended = end;
    if (ended != null) {
      call.request().release();
      fail(entry, ended, false);
    } else if (inFlight.size() >= inFlightMax) {
      waiting.add(entry);
      scheduleSweep();
    } else {
      send(entry);
    }
  }

  void grant(Call call, int pages, long bytes) {
    if (inFlight.containsKey(call.streamId())) {
      writeControl(call.streamId(), new Credit(pages, bytes));
    }
  }

  public void cancel(Call call) {
    cancel(call, new ClientException(ClientError.CANCELED, "request was canceled"));
  }

  void flush() {
    ChannelHandlerContext opened = context;
    if (opened != null) {
      opened.flush();
    }
  }

  /** Fails all calls and closes the channel. */
  void close(ClientError error, String message) {
    end(new ClientException(error, message));
  }

  @Override
  public void channelRead(ChannelHandlerContext source, Object message) {
    if (!(message instanceof ResponseFrame frame)) {
      source.fireChannelRead(message);
      return;
    }
    Entry entry = inFlight.get(frame.streamId());
    if (entry != null) {
      receive(entry, frame);
    } else {
      receiveUnsolicited(frame);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext source) {
    source.flush();
    source.fireChannelReadComplete();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext source, Object event) {
    if (!(event instanceof IdleStateEvent)) {
      source.fireUserEventTriggered(event);
    } else if (pingOutstanding) {
      close(ClientError.CONNECTION_LOST, "server did not respond to a keep-alive ping");
    } else {
      pingOutstanding = true;
      send(new Entry(new KeepAlive(), () -> {}));
      flush();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext source) {
    close(ClientError.CONNECTION_LOST, "connection was closed by the server");
    source.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext source, Throwable cause) {
    Throwable problem = cause instanceof DecoderException ? cause.getCause() : cause;
    if (problem instanceof ProtocolException) {
      close(
          ClientError.PROTOCOL_VIOLATION, "server violated the protocol: " + problem.getMessage());
    } else {
      end(new ClientException(ClientError.CONNECTION_LOST, "connection failed: " + cause, cause));
    }
  }

  private void receive(Entry entry, ResponseFrame frame) {
    Response response = frame.response();
    boolean isLast = response.type().isLast();
    Call call = entry.call;
    if (isLast) {
      inFlight.remove(frame.streamId());
    }
    if (call.isAbandoned()) {
      response.release();
    } else {
      call.onResponse(response, isLast);
    }
    if (isLast) {
      if (!call.isAbandoned()) {
        entry.onEnd.run();
      }
      sendWaiting();
    }
  }

  private void receiveUnsolicited(ResponseFrame frame) {
    if (frame.response() instanceof ErrorResponse error) {
      end(new ClientException(error));
    } else {
      frame.response().release();
      close(
          ClientError.PROTOCOL_VIOLATION,
          "server sent a response without a request: streamId="
              + frame.streamId()
              + " type="
              + frame.response().type());
    }
  }

  private void send(Entry entry) {
    Call call = entry.call;
    int streamId = nextStreamId();
    int deadlineMillis = Deadline.remainingMillis(call.deadlineNanos(), nanoClock.getAsLong());
    inFlight.put(streamId, entry);
    ChannelFuture written =
        requireContext()
            .write(
                new RequestFrame(
                    streamId,
                    deadlineMillis,
                    continuesTraces ? call.span().context() : null,
                    call.request()));
    call.start(streamId, written);
    if (!written.isDone() || !written.isSuccess()) {
      written.addListener(done -> failUnwritten(entry, done.cause()));
    }
    if (call.deadlineNanos() != Deadline.NONE) {
      scheduleSweep();
    }
  }

  private void failUnwritten(Entry entry, @Nullable Throwable cause) {
    if (cause != null && inFlight.get(entry.call.streamId()) == entry) {
      inFlight.remove(entry.call.streamId());
      if (!entry.call.isAbandoned()) {
        ClientError error =
            cause instanceof ProtocolException
                ? ClientError.REQUEST_TOO_LARGE
                : ClientError.CONNECTION_LOST;
        String message = "request could not be sent: " + cause.getMessage();
        fail(entry, new ClientException(error, message, cause), false);
      }
      sendWaiting();
    }
  }

  private void sendWaiting() {
    while (inFlight.size() < inFlightMax && !waiting.isEmpty() && end == null) {
      send(waiting.remove());
    }
  }

  /** Writes a frame that has no response. */
  @SuppressWarnings("FutureReturnValueIgnored") // failures are passed to exceptionCaught
  private void writeControl(int streamId, Request control) {
    requireContext().write(RequestFrame.of(streamId, control), requireContext().voidPromise());
  }

  private ChannelHandlerContext requireContext() {
    ChannelHandlerContext opened = context;
    if (opened == null) {
      throw new IllegalStateException("call table has no channel");
    }
    return opened;
  }

  private int nextStreamId() {
    do {
      lastStreamId++;
    } while (lastStreamId == Call.NO_STREAM || inFlight.containsKey(lastStreamId));
    return lastStreamId;
  }

  private void cancel(Call call, ClientException reason) {
    Entry entry = inFlight.get(call.streamId());
    if (entry != null && entry.call == call) {
      if (!call.isAbandoned()) {
        writeControl(call.streamId(), new Cancel());
        call.abandon();
        fail(entry, reason, call.isSent());
      }
      return;
    }
    for (Entry candidate : waiting) {
      if (candidate.call == call) {
        waiting.remove(candidate);
        call.request().release();
        fail(candidate, reason, false);
        return;
      }
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the channel's close future reports the end
  private void end(ClientException reason) {
    if (end != null) {
      return;
    }
    end = reason;
    ChannelHandlerContext opened = context;
    if (opened != null) {
      // First: this fails unwritten requests, which are thereby known not to be sent.
      opened.close();
    }
    List<Entry> unanswered = new ArrayList<>(inFlight.values());
    inFlight.clear();
    unanswered.removeIf(entry -> entry.call.isAbandoned());
    unanswered.forEach(entry -> fail(entry, reason, entry.call.isSent()));
    List<Entry> unsent = new ArrayList<>(waiting);
    waiting.clear();
    for (Entry entry : unsent) {
      entry.call.request().release();
      fail(entry, reason, false);
    }
    if (sweep != null) {
      sweep.cancel(false);
    }
  }

  private static void fail(Entry entry, ClientException reason, boolean sent) {
    entry.onEnd.run();
    entry.call.onFailure(reason, sent);
  }

  private void scheduleSweep() {
    ChannelHandlerContext opened = context;
    if (sweep == null && opened != null) {
      sweep = opened.executor().schedule(this::sweep, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void sweep() {
    sweep = null;
    long nowNanos = nanoClock.getAsLong();
    List<Call> late = new ArrayList<>();
    boolean any = collectLate(inFlight.values(), nowNanos, late);
    any |= collectLate(waiting, nowNanos, late);
    for (Call call : late) {
      cancel(call, new ClientException(ClientError.DEADLINE_EXCEEDED, "request timed out"));
    }
    flush();
    if (any && end == null) {
      scheduleSweep();
    }
  }

  private static boolean collectLate(
      Iterable<Entry> entries, long nowNanos, List<? super Call> late) {
    boolean any = false;
    for (Entry entry : entries) {
      if (!entry.call.isAbandoned() && entry.call.deadlineNanos() != Deadline.NONE) {
        any = true;
        if (Deadline.isPast(entry.call.deadlineNanos(), nowNanos)) {
          late.add(entry.call);
        }
      }
    }
    return any;
  }

  /** Keep-alive ping, whose response proves that the connection works. */
  private final class KeepAlive extends Call {
    KeepAlive() {
      super(new Ping(), Deadline.NONE);
    }

    @Override
    protected void onResponse(Response response, boolean isLast) {
      pingOutstanding = false;
    }

    @Override
    protected void onFailure(ClientException failure, boolean sent) {
      pingOutstanding = false;
    }
  }
}
