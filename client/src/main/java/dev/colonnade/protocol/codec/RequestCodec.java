package dev.colonnade.protocol.codec;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.ProtocolError;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.RequestType;
import dev.colonnade.protocol.frame.MessageCodec;
import dev.colonnade.protocol.frame.RequestFrame;
import dev.colonnade.protocol.frame.WireTraceContext;
import dev.colonnade.protocol.request.Authenticate;
import dev.colonnade.protocol.request.Cancel;
import dev.colonnade.protocol.request.Credit;
import dev.colonnade.protocol.request.Get;
import dev.colonnade.protocol.request.Hello;
import dev.colonnade.protocol.request.Ping;
import dev.colonnade.protocol.request.RangeRequest;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.request.Scan;
import dev.colonnade.protocol.request.SequenceRequest;
import dev.colonnade.protocol.request.ServerRequest;
import dev.colonnade.protocol.request.SessionRequest;
import dev.colonnade.protocol.request.SqlRequest;
import dev.colonnade.protocol.request.TableRequest;
import dev.colonnade.protocol.request.Write;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/** Codec of the frames that clients send. */
public final class RequestCodec implements MessageCodec<RequestFrame> {
  private final ProtocolLimits limits;

  /**
   * Creates a codec.
   *
   * @param limits limits of decoded messages
   */
  public RequestCodec(ProtocolLimits limits) {
    this.limits = requireNonNull(limits, "limits is null");
  }

  @Override
  public Class<RequestFrame> frameType() {
    return RequestFrame.class;
  }

  @Override
  public void encode(RequestFrame frame, ByteBuf out) {
    boolean hasDeadline = frame.deadlineMillis() != RequestFrame.NO_DEADLINE;
    WireTraceContext trace = frame.trace();
    int flags =
        (hasDeadline ? FrameLayout.FLAG_DEADLINE : FrameLayout.FLAGS_NONE)
            | (trace == null ? FrameLayout.FLAGS_NONE : FrameLayout.FLAG_TRACE);
    int start = out.writerIndex();
    FrameHeader.write(out, frame.request().type().code(), flags, frame.streamId());
    WireWriter writer = new WireWriter(out);
    if (hasDeadline) {
      writer.writeI32(frame.deadlineMillis());
    }
    if (trace != null) {
      trace.write(out);
    }
    writeFields(writer, frame.request());
    FrameHeader.setLength(out, start, trailing(frame).readableBytes());
  }

  @Override
  public ByteBuf trailing(RequestFrame frame) {
    Request request = frame.request();
    if (request instanceof Write write) {
      return write.mutations();
    }
    if (request instanceof SqlRequest.Execute execute) {
      return execute.parameters();
    }
    if (request instanceof SqlRequest.ExecuteBatch batch) {
      return batch.parameters();
    }
    return request instanceof Get get ? get.keys() : Unpooled.EMPTY_BUFFER;
  }

  @Override
  public RequestFrame decode(ByteBuf in) {
    FrameHeader header = FrameHeader.read(in);
    WireReader reader = new WireReader(in, limits);
    int deadlineMillis = readDeadlineMillis(header, reader);
    WireTraceContext trace = readTrace(header, in);
    try {
      return new RequestFrame(
          header.streamId(), deadlineMillis, trace, readMessage(header, reader));
    } catch (IllegalArgumentException notValid) {
      throw ProtocolException.malformed(String.valueOf(notValid.getMessage()));
    }
  }

  private static int readDeadlineMillis(FrameHeader header, WireReader in) {
    if (!header.hasFlag(FrameLayout.FLAG_DEADLINE)) {
      return RequestFrame.NO_DEADLINE;
    }
    int deadlineMillis = in.readI32("deadlineMillis");
    if (deadlineMillis < 1) {
      throw ProtocolException.malformed("deadlineMillis=" + deadlineMillis + " is below 1");
    }
    return deadlineMillis;
  }

  private static @Nullable WireTraceContext readTrace(FrameHeader header, ByteBuf in) {
    if (!header.hasFlag(FrameLayout.FLAG_TRACE)) {
      return null;
    }
    if (in.readableBytes() < WireTraceContext.BYTES) {
      throw ProtocolException.malformed(
          "context of a trace is truncated: readable=" + in.readableBytes());
    }
    return WireTraceContext.read(in);
  }

  private static void writeFields(WireWriter out, Request request) {
    switch (request.type()) {
      case HELLO -> HandshakeCodec.writeHello(out, (Hello) request);
      case AUTHENTICATE -> HandshakeCodec.writeAuthenticate(out, (Authenticate) request);
      case CREDIT -> writeCredit(out, (Credit) request);
      case CREATE_TABLE -> TableCodec.writeCreate(out, (TableRequest.Create) request);
      case ALTER_TABLE -> TableCodec.writeAlter(out, (TableRequest.Alter) request);
      case DROP_TABLE -> TableCodec.writeDrop(out, (TableRequest.Drop) request);
      case DESCRIBE_TABLE -> out.writeText(((TableRequest.Describe) request).table());
      case WRITE -> RowMessageCodec.writeWrite(out, (Write) request);
      case GET -> RowMessageCodec.writeGet(out, (Get) request);
      case SCAN -> ScanCodec.write(out, (Scan) request);
      case RANGES -> out.writeText(((RangeRequest.ListAll) request).table());
      case SPLIT_AT -> TableCodec.writeSplitAt(out, (RangeRequest.SplitAt) request);
      case SET_SERVER_SETTING -> TableCodec.writeSetting(out, (ServerRequest.SetSetting) request);
      case CREATE_SEQUENCE ->
          SequenceMessageCodec.writeCreate(out, (SequenceRequest.Create) request);
      case ALTER_SEQUENCE -> SequenceMessageCodec.writeAlter(out, (SequenceRequest.Alter) request);
      case RENAME_SEQUENCE ->
          SequenceMessageCodec.writeRename(out, (SequenceRequest.Rename) request);
      case DROP_SEQUENCE -> SequenceMessageCodec.writeDrop(out, (SequenceRequest.Drop) request);
      case DESCRIBE_SEQUENCE -> out.writeText(((SequenceRequest.Describe) request).name());
      case NEXT_VALUE -> out.writeI64(((SequenceRequest.NextValue) request).sequenceId());
      case CURRENT_VALUE -> out.writeI64(((SequenceRequest.CurrentValue) request).sequenceId());
      case SET_VALUE -> SequenceMessageCodec.writeSetValue(out, (SequenceRequest.SetValue) request);
      case RESERVE_VALUES ->
          SequenceMessageCodec.writeReserve(out, (SequenceRequest.ReserveValues) request);
      case DISCARD -> out.writeCode(((SessionRequest.Discard) request).target());
      case SET_SETTING ->
          SequenceMessageCodec.writeSetSetting(out, (SessionRequest.SetSetting) request);
      case SQL_PREPARE -> SqlCodec.writePrepare(out, (SqlRequest.Prepare) request);
      case SQL_EXECUTE -> SqlCodec.writeExecute(out, (SqlRequest.Execute) request);
      case SQL_EXECUTE_BATCH -> SqlCodec.writeExecuteBatch(out, (SqlRequest.ExecuteBatch) request);
      case SQL_RUN -> SqlCodec.writeRun(out, (SqlRequest.Run) request);
      case SQL_CLOSE -> SqlCodec.writeClose(out, (SqlRequest.Close) request);
      case PING, CANCEL, SQL_STOP -> {}
      case LIST_TABLES, SERVER_STATUS, LIST_SEQUENCES, LAST_VALUE -> {}
    }
  }

  private static Request readMessage(FrameHeader header, WireReader in) {
    RequestType type =
        RequestType.of(header.type())
            .orElseThrow(
                () ->
                    new ProtocolException(
                        ProtocolError.UNKNOWN_MESSAGE,
                        "no request has this type: type=0x" + Integer.toHexString(header.type())));
    Request request = readFields(type, in);
    in.requireEnd();
    return request;
  }

  private static Request readFields(RequestType type, WireReader in) {
    return switch (type) {
      case HELLO -> HandshakeCodec.readHello(in);
      case AUTHENTICATE -> HandshakeCodec.readAuthenticate(in);
      case PING -> new Ping();
      case CREDIT -> new Credit(in.readI32("credit.pages"), in.readI64("credit.bytes"));
      case CANCEL -> new Cancel();
      case CREATE_TABLE -> TableCodec.readCreate(in);
      case ALTER_TABLE -> TableCodec.readAlter(in);
      case DROP_TABLE -> TableCodec.readDrop(in);
      case DESCRIBE_TABLE -> new TableRequest.Describe(in.readText("describeTable.table"));
      case LIST_TABLES -> new TableRequest.ListAll();
      case WRITE -> RowMessageCodec.readWrite(in);
      case GET -> RowMessageCodec.readGet(in);
      case SCAN -> ScanCodec.read(in);
      case RANGES -> new RangeRequest.ListAll(in.readText("ranges.table"));
      case SPLIT_AT -> TableCodec.readSplitAt(in);
      case SERVER_STATUS -> new ServerRequest.Status();
      case SET_SERVER_SETTING -> TableCodec.readSetting(in);
      case CREATE_SEQUENCE -> SequenceMessageCodec.readCreate(in);
      case ALTER_SEQUENCE -> SequenceMessageCodec.readAlter(in);
      case RENAME_SEQUENCE -> SequenceMessageCodec.readRename(in);
      case DROP_SEQUENCE -> SequenceMessageCodec.readDrop(in);
      case DESCRIBE_SEQUENCE -> new SequenceRequest.Describe(in.readText("describeSequence.name"));
      case LIST_SEQUENCES -> new SequenceRequest.ListAll();
      case NEXT_VALUE -> new SequenceRequest.NextValue(in.readI64("nextValue.sequenceId"));
      case CURRENT_VALUE -> new SequenceRequest.CurrentValue(in.readI64("currentValue.sequenceId"));
      case LAST_VALUE -> new SequenceRequest.LastValue();
      case SET_VALUE -> SequenceMessageCodec.readSetValue(in);
      case RESERVE_VALUES -> SequenceMessageCodec.readReserve(in);
      case DISCARD -> SequenceMessageCodec.readDiscard(in);
      case SET_SETTING -> SequenceMessageCodec.readSetSetting(in);
      case SQL_PREPARE -> SqlCodec.readPrepare(in);
      case SQL_EXECUTE -> SqlCodec.readExecute(in);
      case SQL_EXECUTE_BATCH -> SqlCodec.readExecuteBatch(in);
      case SQL_RUN -> SqlCodec.readRun(in);
      case SQL_CLOSE -> SqlCodec.readClose(in);
      case SQL_STOP -> new SqlRequest.Stop();
    };
  }

  private static void writeCredit(WireWriter out, Credit credit) {
    out.writeI32(credit.pages());
    out.writeI64(credit.bytes());
  }
}
