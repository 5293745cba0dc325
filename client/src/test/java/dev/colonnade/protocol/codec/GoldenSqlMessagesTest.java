package dev.colonnade.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.ErrorCategory;
import dev.colonnade.protocol.NamedText;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.frame.MessageCodec;
import dev.colonnade.protocol.frame.RequestFrame;
import dev.colonnade.protocol.frame.ResponseFrame;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.request.SqlRequest;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.session.WireTransactionState;
import dev.colonnade.protocol.sql.RowEncoding;
import dev.colonnade.protocol.sql.SqlColumnInfo;
import dev.colonnade.protocol.sql.SqlCompletion;
import dev.colonnade.protocol.sql.SqlErrorField;
import dev.colonnade.protocol.sql.SqlExecutionOptions;
import dev.colonnade.protocol.sql.SqlNoticeInfo;
import dev.colonnade.protocol.sql.SqlRowDescription;
import dev.colonnade.protocol.sql.SqlRows;
import dev.colonnade.protocol.sql.SqlSessionStatus;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import dev.colonnade.protocol.sql.SqlTypeKind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Golden bytes of each SQL message, listed field by field. */
final class GoldenSqlMessagesTest {
  private static final SqlExecutionOptions TERMS =
      new SqlExecutionOptions(true, 5, 300, 4, Compression.LZ4);
  private static final String TERMS_HEX = "01 0500000000000000 ac02 04 01";

  private static final SqlRowDescription SHAPE =
      new SqlRowDescription(
          List.of(
              new SqlColumnInfo("n", new SqlTypeInfo(SqlTypeKind.NUMERIC, false, 10, 2, ""), 7, 3),
              new SqlColumnInfo("e", SqlTypeInfo.other("mood"), 0, 0)),
          Bytes.ofHex("ffee"));
  private static final String SHAPE_HEX =
      "02" // columns
          + "016e 07 00 0b 03 07000000 03" // name, kind, flags, precision, scale, table, column
          + "0165 12 00 00 00 046d6f6f64 00000000 00" // the same of another type, with its name
          + "02 ffee"; // Arrow schema

  private static final SqlSessionStatus STATE =
      new SqlSessionStatus(
          WireTransactionState.ACTIVE, List.of(new SqlNoticeInfo("WARNING", "25001", "already")));
  private static final String STATE_HEX = "01 01 075741524e494e47 053235303031 07616c7265616479";

  private static final SqlCompletion COMPLETION = new SqlCompletion("SELECT", true, 2);
  private static final String COMPLETION_HEX = "0653454c454354 01 0200000000000000";

  @Test
  void shouldPreserveTheBytesOfRequests() {
    assertRequest(
        new SqlRequest.Prepare(
            9,
            "é",
            List.of(
                SqlTypeInfo.UNKNOWN,
                new SqlTypeInfo(SqlTypeKind.TEXT, true, -1, -1, ""),
                new SqlTypeInfo(SqlTypeKind.NUMERIC, false, 3, -2, ""))),
        "60",
        "09000000 02c3a9 03 00 00 00 00 08 01 00 00 07 02 04 02");
    assertRequest(
        new SqlRequest.Execute(9, TERMS, 2, buffer("0004ffffffff")),
        "61",
        "09000000" + TERMS_HEX + "02 0004ffffffff");
    assertRequest(
        new SqlRequest.ExecuteBatch(9, TERMS, 2, 1, buffer("0001")),
        "62",
        "09000000" + TERMS_HEX + "02 01 0001");
    assertRequest(new SqlRequest.Run("a", TERMS), "63", "0161" + TERMS_HEX);
    assertRequest(new SqlRequest.Close(List.of(1, -1)), "64", "02 01000000 ffffffff");
    assertRequest(new SqlRequest.Stop(), "65", "");
  }

  @Test
  void shouldPreserveTheBytesOfResponses() {
    SqlRows rows = new SqlRows(Optional.of(SHAPE), 2, buffer("0102"));
    String rowsHex = "01" + SHAPE_HEX + "02 0102";
    SqlRows more = new SqlRows(Optional.empty(), 200, buffer("03"));
    assertResponse(
        new SqlResponse.Prepared("SELECT", List.of(SqlTypeInfo.of(SqlTypeKind.BIGINT)), SHAPE),
        "d0",
        "02",
        "0653454c454354 01 04 00 00 00" + SHAPE_HEX);
    assertResponse(new SqlResponse.Page(more), "d1", "00", "00 c801 03");
    assertResponse(new SqlResponse.Done(COMPLETION, rows), "d2", "00", COMPLETION_HEX + rowsHex);
    assertResponse(
        new SqlResponse.End(STATE, COMPLETION, rows),
        "d3",
        "02",
        STATE_HEX + COMPLETION_HEX + rowsHex);
    assertResponse(
        new SqlResponse.BatchEnd(STATE, "INSERT", List.of(1L, -2L), more),
        "d4",
        "02",
        STATE_HEX + "06494e53455254 02 0100000000000000 feffffffffffffff 00 c801 03");
    assertResponse(
        new SqlResponse.Failed(
            new ErrorResponse(1009, "23505", ErrorCategory.USER, "m", "d"),
            WireTransactionState.FAILED,
            List.of(new NamedText(SqlErrorField.POSITION, "8"))),
        "d5",
        "02",
        "f103 053233353035 02 016d 0164" + "02" + "01 08706f736974696f6e 0138");
  }

  @Test
  void shouldPreserveTheBytesOfRowsAsValues() {
    SqlExecutionOptions terms =
        new SqlExecutionOptions(true, 5, 300, 4, Compression.LZ4, RowEncoding.VALUES);
    assertRequest(
        new SqlRequest.Run("a", terms), "63", "0161" + TERMS_HEX.replaceFirst("^01", "03"));
    SqlRows known = new SqlRows(Optional.empty(), RowEncoding.VALUES, 2, buffer("0002"));
    assertResponse(new SqlResponse.Page(known), "d1", "00", "02 02 0002");
    SqlRows named = new SqlRows(Optional.of(SHAPE), RowEncoding.VALUES, 1, buffer("00"));
    assertResponse(new SqlResponse.Page(named), "d1", "00", "03" + SHAPE_HEX + "01 00");
  }

  @Test
  void shouldRejectMoreRowsThanThereAreValues() {
    ByteBuf frame = Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(frame("d1", "00", "020200")));
    assertThatThrownBy(() -> Frames.decode(new ResponseCodec(ProtocolLimits.DEFAULTS), frame))
        .isInstanceOf(ProtocolException.class);
  }

  private static void assertRequest(Request request, String type, String payload) {
    assertFrame(
        new RequestCodec(ProtocolLimits.DEFAULTS),
        RequestFrame.of(0x01020304, request),
        frame(type, "00", payload));
  }

  private static void assertResponse(Response response, String type, String flags, String payload) {
    assertFrame(
        new ResponseCodec(ProtocolLimits.DEFAULTS),
        new ResponseFrame(0x01020304, response),
        frame(type, flags, payload));
  }

  private static <F> void assertFrame(MessageCodec<F> format, F frame, String hex) {
    assertThat(ByteBufUtil.hexDump(Frames.encode(format, frame))).isEqualTo(hex);
    ByteBuf whole = Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex));
    assertThat(Frames.decode(format, whole)).isEqualTo(frame);
  }

  private static String frame(String type, String flags, String payload) {
    String bytes = payload.replace(" ", "");
    ByteBuf prefix = Unpooled.buffer().writeIntLE(6 + bytes.length() / 2);
    return ByteBufUtil.hexDump(prefix) + type + flags + "04030201" + bytes;
  }

  private static ByteBuf buffer(String hex) {
    return Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex));
  }
}
