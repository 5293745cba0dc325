package dev.colonnade.protocol.codec;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.ProtocolError;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.ResponseType;
import dev.colonnade.protocol.frame.MessageCodec;
import dev.colonnade.protocol.frame.ResponseFrame;
import dev.colonnade.protocol.response.Challenge;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.GetRows;
import dev.colonnade.protocol.response.HelloOk;
import dev.colonnade.protocol.response.Ok;
import dev.colonnade.protocol.response.Pong;
import dev.colonnade.protocol.response.RangeList;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.ScanResponse;
import dev.colonnade.protocol.response.SequenceResponse;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.response.StatusReport;
import dev.colonnade.protocol.response.TableResponse;
import dev.colonnade.protocol.response.WriteOk;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** Codec of the frames that servers send. */
public final class ResponseCodec implements MessageCodec<ResponseFrame> {
  private final ProtocolLimits limits;

  /**
   * Creates a codec.
   *
   * @param limits limits of decoded messages
   */
  public ResponseCodec(ProtocolLimits limits) {
    this.limits = requireNonNull(limits, "limits is null");
  }

  @Override
  public Class<ResponseFrame> frameType() {
    return ResponseFrame.class;
  }

  @Override
  public void encode(ResponseFrame frame, ByteBuf out) {
    ResponseType type = frame.response().type();
    int flags = type.isLast() ? FrameLayout.FLAG_LAST : FrameLayout.FLAGS_NONE;
    int start = out.writerIndex();
    FrameHeader.write(out, type.code(), flags, frame.streamId());
    writeFields(new WireWriter(out), frame.response());
    FrameHeader.setLength(out, start, trailing(frame).readableBytes());
  }

  @Override
  public ByteBuf trailing(ResponseFrame frame) {
    Response response = frame.response();
    if (response instanceof ScanResponse.Page page) {
      return page.payload();
    }
    if (response instanceof SqlResponse answer) {
      return trailing(answer);
    }
    return response instanceof GetRows rows ? rows.payload() : Unpooled.EMPTY_BUFFER;
  }

  private static ByteBuf trailing(SqlResponse response) {
    if (response instanceof SqlResponse.End end) {
      return end.rows().payload();
    }
    if (response instanceof SqlResponse.Page page) {
      return page.rows().payload();
    }
    if (response instanceof SqlResponse.Done done) {
      return done.rows().payload();
    }
    return response instanceof SqlResponse.BatchEnd end
        ? end.rows().payload()
        : Unpooled.EMPTY_BUFFER;
  }

  @Override
  public ResponseFrame decode(ByteBuf in) {
    FrameHeader header = FrameHeader.read(in);
    try {
      return new ResponseFrame(header.streamId(), readMessage(header, new WireReader(in, limits)));
    } catch (IllegalArgumentException notValid) {
      throw ProtocolException.malformed(String.valueOf(notValid.getMessage()));
    }
  }

  private static void writeFields(WireWriter out, Response response) {
    switch (response.type()) {
      case HELLO_OK -> HandshakeCodec.writeHelloOk(out, (HelloOk) response);
      case CHALLENGE -> HandshakeCodec.writeChallenge(out, (Challenge) response);
      case ERROR -> HandshakeCodec.writeError(out, (ErrorResponse) response);
      case TABLE_DESCRIBED ->
          SchemaCodec.writeDescription(out, ((TableResponse.Described) response).description());
      case TABLE_LIST ->
          out.writeList(((TableResponse.Names) response).names(), WireWriter::writeText);
      case WRITE_OK -> RowMessageCodec.writeWriteOk(out, (WriteOk) response);
      case ROWS -> RowMessageCodec.writeRows(out, (GetRows) response);
      case SCAN_OPENED -> RowMessageCodec.writeHead(out, ((ScanResponse.Opened) response).head());
      case SCAN_PAGE -> RowMessageCodec.writePage(out, (ScanResponse.Page) response);
      case SCAN_END -> RowMessageCodec.writeEnd(out, (ScanResponse.End) response);
      case RANGE_LIST -> TableCodec.writeRanges(out, (RangeList) response);
      case STATUS_REPORT -> TableCodec.writeStatus(out, (StatusReport) response);
      case SEQUENCE_DESCRIBED ->
          SequenceMessageCodec.writeDescription(
              out, ((SequenceResponse.Described) response).description());
      case SEQUENCE_NAMES ->
          out.writeList(((SequenceResponse.Names) response).names(), WireWriter::writeText);
      case SEQUENCE_VALUE -> out.writeI64(((SequenceResponse.Value) response).value());
      case VALUE_RUNS ->
          out.writeList(((SequenceResponse.Runs) response).runs(), SequenceMessageCodec::writeRun);
      case SQL_PREPARED -> SqlCodec.writePrepared(out, (SqlResponse.Prepared) response);
      case SQL_PAGE -> SqlCodec.writeRows(out, ((SqlResponse.Page) response).rows());
      case SQL_DONE -> SqlCodec.writeDone(out, (SqlResponse.Done) response);
      case SQL_END -> SqlCodec.writeEnd(out, (SqlResponse.End) response);
      case SQL_BATCH_END -> SqlCodec.writeBatchEnd(out, (SqlResponse.BatchEnd) response);
      case SQL_FAILED -> SqlCodec.writeFailed(out, (SqlResponse.Failed) response);
      case PONG, OK -> {}
    }
  }

  private static Response readMessage(FrameHeader header, WireReader in) {
    ResponseType type =
        ResponseType.of(header.type())
            .orElseThrow(
                () ->
                    new ProtocolException(
                        ProtocolError.UNKNOWN_MESSAGE,
                        "no response has this type: type=0x" + Integer.toHexString(header.type())));
    if (type.isLast() != header.hasFlag(FrameLayout.FLAG_LAST)) {
      throw ProtocolException.malformed(
          "flags do not match the type: type=" + type + " flags=" + header.flags());
    }
    Response response = readFields(type, in);
    in.requireEnd();
    return response;
  }

  private static Response readFields(ResponseType type, WireReader in) {
    return switch (type) {
      case HELLO_OK -> HandshakeCodec.readHelloOk(in);
      case CHALLENGE -> HandshakeCodec.readChallenge(in);
      case PONG -> new Pong();
      case OK -> new Ok();
      case ERROR -> HandshakeCodec.readError(in);
      case TABLE_DESCRIBED -> new TableResponse.Described(SchemaCodec.readDescription(in));
      case TABLE_LIST ->
          new TableResponse.Names(
              in.readList("tableList.names", reader -> reader.readText("table.name")));
      case WRITE_OK -> RowMessageCodec.readWriteOk(in);
      case ROWS -> RowMessageCodec.readRows(in);
      case SCAN_OPENED -> new ScanResponse.Opened(RowMessageCodec.readHead(in));
      case SCAN_PAGE -> RowMessageCodec.readPage(in);
      case SCAN_END -> RowMessageCodec.readEnd(in);
      case RANGE_LIST -> TableCodec.readRanges(in);
      case STATUS_REPORT -> TableCodec.readStatus(in);
      case SEQUENCE_DESCRIBED ->
          new SequenceResponse.Described(SequenceMessageCodec.readDescription(in));
      case SEQUENCE_NAMES ->
          new SequenceResponse.Names(
              in.readList("sequenceNames", reader -> reader.readText("sequence.name")));
      case SEQUENCE_VALUE -> new SequenceResponse.Value(in.readI64("value"));
      case VALUE_RUNS ->
          new SequenceResponse.Runs(in.readList("valueRuns", SequenceMessageCodec::readRun));
      case SQL_PREPARED -> SqlCodec.readPrepared(in);
      case SQL_PAGE -> new SqlResponse.Page(SqlCodec.readRows(in));
      case SQL_DONE -> SqlCodec.readDone(in);
      case SQL_END -> SqlCodec.readEnd(in);
      case SQL_BATCH_END -> SqlCodec.readBatchEnd(in);
      case SQL_FAILED -> SqlCodec.readFailed(in);
    };
  }
}
