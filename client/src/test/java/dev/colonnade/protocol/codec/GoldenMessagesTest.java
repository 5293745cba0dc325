package dev.colonnade.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.ErrorCategory;
import dev.colonnade.protocol.Feature;
import dev.colonnade.protocol.NamedValue;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.ProtocolVersion;
import dev.colonnade.protocol.RequestType;
import dev.colonnade.protocol.ResponseType;
import dev.colonnade.protocol.filter.CompareOp;
import dev.colonnade.protocol.filter.FilterSpec;
import dev.colonnade.protocol.frame.MessageCodec;
import dev.colonnade.protocol.frame.RequestFrame;
import dev.colonnade.protocol.frame.ResponseFrame;
import dev.colonnade.protocol.frame.WireTraceContext;
import dev.colonnade.protocol.mutation.WriteDurability;
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
import dev.colonnade.protocol.request.TableRequest;
import dev.colonnade.protocol.request.Write;
import dev.colonnade.protocol.response.Challenge;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.GetRows;
import dev.colonnade.protocol.response.HelloOk;
import dev.colonnade.protocol.response.Ok;
import dev.colonnade.protocol.response.Pong;
import dev.colonnade.protocol.response.RangeInfo;
import dev.colonnade.protocol.response.RangeList;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.ScanResponse;
import dev.colonnade.protocol.response.SequenceResponse;
import dev.colonnade.protocol.response.StatusReport;
import dev.colonnade.protocol.response.TableResponse;
import dev.colonnade.protocol.response.WriteOk;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.result.ResultColumn;
import dev.colonnade.protocol.result.ResultMetadata;
import dev.colonnade.protocol.result.ResumeReason;
import dev.colonnade.protocol.result.ScanFormat;
import dev.colonnade.protocol.result.WireScanUsage;
import dev.colonnade.protocol.scan.KeyBound;
import dev.colonnade.protocol.scan.PageSpec;
import dev.colonnade.protocol.scan.ReadMode;
import dev.colonnade.protocol.scan.ScanDirection;
import dev.colonnade.protocol.scan.ScanFlowControl;
import dev.colonnade.protocol.scan.ScanPageLimits;
import dev.colonnade.protocol.scan.ScanSelection;
import dev.colonnade.protocol.scan.SpanSpec;
import dev.colonnade.protocol.scan.WaitPolicy;
import dev.colonnade.protocol.scan.WireLockStrength;
import dev.colonnade.protocol.scan.WireScanTarget;
import dev.colonnade.protocol.schema.ColumnDefinition;
import dev.colonnade.protocol.schema.ColumnDescription;
import dev.colonnade.protocol.schema.FamilyDefinition;
import dev.colonnade.protocol.schema.FamilyDescription;
import dev.colonnade.protocol.schema.KeyColumnDefinition;
import dev.colonnade.protocol.schema.KeyColumnDescription;
import dev.colonnade.protocol.schema.Literal;
import dev.colonnade.protocol.schema.SchemaVersion;
import dev.colonnade.protocol.schema.SortOrder;
import dev.colonnade.protocol.schema.TableDefinition;
import dev.colonnade.protocol.schema.TableDescription;
import dev.colonnade.protocol.schema.TableVersion;
import dev.colonnade.protocol.schema.WireEnumLabel;
import dev.colonnade.protocol.schema.WireType;
import dev.colonnade.protocol.sequence.OptionValue;
import dev.colonnade.protocol.sequence.SequenceDefinition;
import dev.colonnade.protocol.sequence.SequenceOwner;
import dev.colonnade.protocol.sequence.SequenceType;
import dev.colonnade.protocol.sequence.WireSequenceDescription;
import dev.colonnade.protocol.sequence.WireSequenceMode;
import dev.colonnade.protocol.sequence.WireSequenceOptions;
import dev.colonnade.protocol.sequence.WireValueRange;
import dev.colonnade.protocol.session.DiscardTarget;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Golden bytes of each message, listed field by field. Older and newer peers rely on them: a change
 * here is a change of the protocol version.
 */
final class GoldenMessagesTest {
  private static final TableVersion TABLE = new TableVersion(7, 3);
  private static final ResultMetadata HEAD =
      new ResultMetadata(
          new ResultMetadata.Encoding(ScanFormat.COL_BATCH, Compression.ZSTD),
          5,
          3,
          List.of(new ResultColumn(1, "a", WireType.BIGINT, true)),
          Bytes.ofHex("ffee"));
  private static final String HEAD_HEX =
      "01 02 0500000000000000 0300" // format, compression, timestamp, schema version
          + "01 01 0161 04 01" // one column: id, name, type, nullable
          + "02 ffee"; // Arrow schema
  private static final WireScanUsage USAGE = new WireScanUsage(1, 2, 3, 4, 5);
  private static final String USAGE_HEX =
      "0100000000000000 0200000000000000 0300000000000000 0400000000000000 0500000000000000";

  private final Set<RequestType> requestsSeen = EnumSet.noneOf(RequestType.class);
  private final Set<ResponseType> responsesSeen = EnumSet.noneOf(ResponseType.class);

  @Test
  void shouldPreserveTheBytesOfEveryRequest() {
    assertRequest(
        new Hello(
            new ProtocolVersion(1, 0),
            new ProtocolVersion(1, 2),
            new Hello.Identity("c", "db", ""),
            EnumSet.of(Feature.LZ4, Feature.ZSTD),
            0x0100_0000),
        "01",
        "434f4c4e 0100 0102 0163 026462 00 03000000 00000001");
    assertRequest(
        new Authenticate("SCRAM-SHA-256", "n,,"), "02", "0d534352414d2d5348412d323536 036e2c2c");
    assertRequest(new Ping(), "03", "");
    assertRequest(new Credit(2, 300), "04", "02000000 2c01000000000000");
    assertRequest(new Cancel(), "05", "");
    assertTableRequests();
    assertRowRequests();
    assertRequest(new RangeRequest.ListAll("t"), "30", "0174");
    assertRequest(
        new RangeRequest.SplitAt(TABLE, 1, 2, Bytes.ofHex("0102")),
        "31",
        "07000000 0300 01 02 02 0102");
    assertRequest(new ServerRequest.Status(), "32", "");
    assertRequest(new ServerRequest.SetSetting("t", "ab", "4"), "33", "0174 026162 0134");
    assertSequenceRequests();
    requestsSeen.addAll(EnumSet.range(RequestType.SQL_PREPARE, RequestType.SQL_STOP)); // elsewhere
    assertThat(requestsSeen).containsExactlyInAnyOrder(RequestType.values());
  }

  private void assertTableRequests() {
    assertRequest(
        new TableRequest.Create(
            new TableDefinition(
                "t",
                List.of(
                    new ColumnDefinition("k", WireType.numeric(10, 2), false, Optional.empty()),
                    new ColumnDefinition(
                        "v",
                        WireType.enumeration("e", List.of(new WireEnumLabel(-1, "x"))),
                        true,
                        Optional.of(new Literal.OfText("x")))),
                List.of(KeyColumnDefinition.descending("k")),
                List.of(new FamilyDefinition("f", List.of("v")))),
            true),
        "10",
        "0174 02 016b 07 0a 02 00 00" // name, columns: k
            + "0176 11 0165 01 ffffffff 0178 01 01 05 0178" // v
            + "01 016b 01" // primary key
            + "01 0166 01 0176" // families
            + "01"); // if not exists
    assertRequest(
        new TableRequest.Alter(
            "t",
            new TableRequest.Alter.AddColumn(
                new ColumnDefinition(
                    "n", WireType.varchar(300), true, Optional.of(new Literal.OfLong(-1))),
                "f")),
        "11",
        "0174 01 016e 09 ac02 01 01 02 ffffffffffffffff 0166");
    assertRequest(
        new TableRequest.Alter("t", new TableRequest.Alter.DropColumn("n")), "11", "0174 02 016e");
    assertRequest(new TableRequest.Drop("t", true), "12", "0174 01");
    assertRequest(new TableRequest.Describe("t"), "13", "0174");
    assertRequest(new TableRequest.ListAll(), "14", "");
  }

  private void assertRowRequests() {
    assertRequest(
        new Write(TABLE, WriteDurability.SYNC, List.of(1, 200), 2, buffer("01020304")),
        "20",
        "07000000 0300 01 02 01 c801 02 01020304");
    assertRequest(
        new Get(
            TABLE,
            new Get.Selection(List.of(2), ReadMode.at(9), ScanFormat.KEY_VALUES),
            1,
            buffer("00ff")),
        "21",
        "07000000 0300 01 02 0900000000000000 00 00 02 01 00ff");
    assertRequest(scan(), "22", scanHex());
  }

  @Test
  void shouldPreserveTheBytesOfADeadline() {
    RequestFrame frame = new RequestFrame(0x01020304, 1000, new Ping());
    assertFrame(
        new RequestCodec(ProtocolLimits.DEFAULTS), frame, "0a000000 03 01 04030201 e8030000");
  }

  @Test
  void shouldPreserveTheBytesOfATrace() {
    WireTraceContext trace =
        new WireTraceContext(
            0x4bf92f3577b34da6L, 0xa3ce929d0e0e4736L, 0x00f067aa0ba902b7L, (byte) 1);
    String bytes = "4bf92f3577b34da6 a3ce929d0e0e4736 00f067aa0ba902b7 01";
    RequestCodec codec = new RequestCodec(ProtocolLimits.DEFAULTS);
    assertFrame(
        codec,
        new RequestFrame(0x01020304, 0, trace, new Ping()),
        "1f000000 03 04 04030201" + bytes);
    assertFrame(
        codec,
        new RequestFrame(0x01020304, 1000, trace, new Ping()),
        "23000000 03 05 04030201 e8030000" + bytes);
    assertThat(trace.traceparent())
        .isEqualTo("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
  }

  @Test
  void shouldPreserveTheBytesOfEveryResponse() {
    assertResponse(
        new HelloOk(
            new ProtocolVersion(1, 0),
            "s",
            "0.1",
            new ProtocolLimits(0x100000, 2, 3, 4, 5, 6),
            Set.of(Feature.ZSTD)),
        "81",
        "0100 0173 03302e31 00001000 02000000 03000000 04000000 05000000 06000000 02000000");
    Challenge challenge = new Challenge(List.of("A", "B"), "r=x");
    responsesSeen.add(challenge.type());
    assertFrame(
        new ResponseCodec(ProtocolLimits.DEFAULTS),
        new ResponseFrame(0, challenge), // of the connection, not of a request
        "0f000000 82 00 00000000 02 0141 0142 03723d78");
    assertResponse(new Pong(), "83", "");
    assertResponse(new Ok(), "84", "");
    assertResponse(
        new ErrorResponse(1004, "22023", ErrorCategory.USER, "no", "é"),
        "85",
        "ec03 05 3232303233 02 02 6e6f 02 c3a9");
    assertResponse(new TableResponse.Described(description()), "90", descriptionHex());
    assertResponse(new TableResponse.Names(List.of("a", "b")), "91", "02 0161 0162");
    assertResponse(
        new WriteOk(1, 2, 3, 4),
        "a0",
        "0100000000000000 0200000000000000 0300000000000000 0400000000000000");
    assertResponse(
        new GetRows(HEAD, 2, USAGE, buffer("aabb")), "a1", HEAD_HEX + "02" + USAGE_HEX + "aabb");
    assertResponse(new ScanResponse.Opened(HEAD), "a2", HEAD_HEX);
    assertResponse(
        new ScanResponse.Page(
            300, ResumeReason.PAGE_ROWS, Bytes.ofHex("77"), USAGE, buffer("aabb")),
        "a3",
        "ac02 02 01 77" + USAGE_HEX + "aabb");
    assertResponse(
        new ScanResponse.End(
            ResumeReason.ROW_LIMIT, Bytes.EMPTY, USAGE, List.of(new NamedValue("n", -1))),
        "a4",
        "01 00" + USAGE_HEX + "01 016e ffffffffffffffff");
    assertResponse(
        new RangeList(
            List.of(
                new RangeInfo(
                    1, 2, Bytes.EMPTY, Bytes.ofHex("08"), new RangeInfo.Sizes(3, 4, 5, 6)))),
        "b0",
        "01 0100000000000000 0200000000000000 00 01 08"
            + "0300000000000000 0400000000000000 0500000000000000 0600000000000000");
    assertResponse(
        new StatusReport("v", 1000, List.of(new NamedValue("n", 1))),
        "b1",
        "0176 e803000000000000 01 016e 0100000000000000");
    assertSequenceResponses();
    responsesSeen.addAll(EnumSet.range(ResponseType.SQL_PREPARED, ResponseType.SQL_FAILED));
    assertThat(responsesSeen).containsExactlyInAnyOrder(ResponseType.values());
  }

  private void assertSequenceRequests() {
    assertRequest(
        new SequenceRequest.Create(
            "s",
            WireSequenceOptions.builder()
                .type(SequenceType.INTEGER)
                .increment(-2)
                .noMin()
                .max(300)
                .cycle(true)
                .mode(WireSequenceMode.ORDERED)
                .ownedBy("t", "c")
                .build(),
            true),
        "40",
        "0173 01 02" // name, type
            + "02 feffffffffffffff 01 02 2c01000000000000 00 00" // step, bounds, start, cache
            + "01 01 01 01 01 0174 0163 01"); // cycle, mode, owner, if not exists
    assertRequest(
        new SequenceRequest.Alter("s", WireSequenceOptions.UNSET, OptionValue.of(5)),
        "41",
        "0173 00 00 00 00 00 00 00 00 00 02 0500000000000000");
    assertRequest(new SequenceRequest.Rename("s", "t"), "42", "0173 0174");
    assertRequest(new SequenceRequest.Drop("s", true), "43", "0173 01");
    assertRequest(new SequenceRequest.Describe("s"), "44", "0173");
    assertRequest(new SequenceRequest.ListAll(), "45", "");
    assertRequest(new SequenceRequest.NextValue(7), "48", "0700000000000000");
    assertRequest(new SequenceRequest.CurrentValue(7), "49", "0700000000000000");
    assertRequest(new SequenceRequest.LastValue(), "4a", "");
    assertRequest(
        new SequenceRequest.SetValue(7, -1, true), "4b", "0700000000000000 ffffffffffffffff 01");
    assertRequest(
        new SequenceRequest.ReserveValues(7, 9), "4c", "0700000000000000 0900000000000000");
    assertRequest(new SessionRequest.Discard(DiscardTarget.ALL), "50", "02");
    assertRequest(new SessionRequest.SetSetting("n", "v"), "51", "016e 0176");
  }

  private void assertSequenceResponses() {
    assertResponse(
        new SequenceResponse.Described(
            new WireSequenceDescription(
                7,
                "s",
                new SequenceDefinition(
                    SequenceType.BIGINT,
                    new SequenceDefinition.Numbers(1, 2, 9, 3, 4),
                    true,
                    WireSequenceMode.GAPLESS,
                    SequenceOwner.NONE),
                new WireSequenceDescription.State(5, 6, true))),
        "c0",
        "0700000000000000 0173 03" // id, name, type
            + "0100000000000000 0200000000000000 0900000000000000" // increment, min, max
            + "0300000000000000 0400000000000000 01 02 00 00" // start, cache, cycle, mode, owner
            + "0500000000000000 0600000000000000 01"); // epoch, last value, is called
    assertResponse(new SequenceResponse.Names(List.of("s")), "c1", "01 0173");
    assertResponse(new SequenceResponse.Value(-2), "c8", "feffffffffffffff");
    assertResponse(
        new SequenceResponse.Runs(List.of(new WireValueRange(1, -1, 2))),
        "c9",
        "01 0100000000000000 ffffffffffffffff 0200000000000000");
  }

  @Test
  void shouldPreserveTheBytesOfEveryLiteral() {
    assertFilter(compare(new Literal.OfBoolean(true)), "01 02 01 01 01");
    assertFilter(compare(new Literal.OfLong(-2)), "01 02 01 02 feffffffffffffff");
    assertFilter(compare(new Literal.OfDouble(1.0)), "01 02 01 03 000000000000f03f");
    assertFilter(
        compare(new Literal.OfDecimal(new BigDecimal("-1.5"))), "01 02 01 04 01000000 01 f1");
    assertFilter(compare(new Literal.OfText("é")), "01 02 01 05 02 c3a9");
    assertFilter(compare(new Literal.OfBytes(Bytes.ofHex("00ff"))), "01 02 01 06 02 00ff");
    assertFilter(
        compare(new Literal.OfUuid(new UUID(1, 2))),
        "01 02 01 07 0100000000000000 0200000000000000");
  }

  @Test
  void shouldPreserveTheBytesOfEveryFilter() {
    assertFilter(FilterSpec.ALL, "02 00");
    assertFilter(
        new FilterSpec.Or(
            List.of(new FilterSpec.Not(new FilterSpec.IsNull(1)), new FilterSpec.Like(2, "a%"))),
        "03 02 04 07 01 08 02 02 6125");
    assertFilter(new FilterSpec.In(3, List.of(new Literal.OfText("x"))), "05 03 01 05 01 78");
    assertFilter(
        new FilterSpec.Between(4, new Literal.OfBoolean(false), new Literal.OfBoolean(true)),
        "06 04 01 00 01 01");
  }

  private void assertRequest(Request request, String type, String payload) {
    requestsSeen.add(request.type());
    assertFrame(
        new RequestCodec(ProtocolLimits.DEFAULTS),
        RequestFrame.of(0x01020304, request),
        frame(type, "00", payload));
  }

  private void assertResponse(Response response, String type, String payload) {
    responsesSeen.add(response.type());
    assertFrame(
        new ResponseCodec(ProtocolLimits.DEFAULTS),
        new ResponseFrame(0x01020304, response),
        frame(type, response.type().isLast() ? "02" : "00", payload));
  }

  private static void assertFilter(FilterSpec filter, String hex) {
    ByteBuf out = Unpooled.buffer();
    FilterCodec.write(new WireWriter(out), filter);
    assertThat(ByteBufUtil.hexDump(out)).isEqualTo(hex.replace(" ", ""));
    assertThat(FilterCodec.read(new WireReader(out, ProtocolLimits.DEFAULTS))).isEqualTo(filter);
  }

  private static <F> void assertFrame(MessageCodec<F> format, F frame, String hex) {
    assertThat(ByteBufUtil.hexDump(Frames.encode(format, frame))).isEqualTo(hex.replace(" ", ""));
    ByteBuf whole = Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex.replace(" ", "")));
    assertThat(Frames.decode(format, whole)).isEqualTo(frame);
  }

  private static String frame(String type, String flags, String payload) {
    int length = 6 + payload.replace(" ", "").length() / 2;
    ByteBuf prefix = Unpooled.buffer().writeIntLE(length);
    return ByteBufUtil.hexDump(prefix) + type + flags + "04030201" + payload;
  }

  private static FilterSpec compare(Literal literal) {
    return new FilterSpec.Compare(2, CompareOp.EQ, literal);
  }

  private static Scan scan() {
    return new Scan(
        new WireScanTarget(
            7,
            1,
            3,
            List.of(
                new SpanSpec(
                    new KeyBound.Prefix(1, true, Bytes.ofHex("0005")),
                    new KeyBound.EncodedKey(Bytes.ofHex("09"))),
                SpanSpec.ALL),
            Bytes.ofHex("ab")),
        new ScanSelection(
            List.of(1, 2),
            new FilterSpec.Compare(2, CompareOp.LT, new Literal.OfBoolean(true)),
            10,
            ScanDirection.REVERSE,
            true),
        new ReadMode(9, WireLockStrength.SHARE, WaitPolicy.SKIP_LOCKED),
        new PageSpec(ScanFormat.AUTO, Compression.LZ4, 11, new ScanPageLimits(12, 13, 14, true)),
        new ScanFlowControl(4, 15, true, true));
  }

  private static String scanHex() {
    return "07000000 0100 0300" // table, index, schema version
        + "02 01 01 01 02 0005 02 01 09 00 00" // two spans
        + "01 ab" // resume
        + "02 01 02" // columns
        + "01 02 03 01 01" // filter
        + "0a00000000000000 01 01" // row limit, direction, ordered
        + "0900000000000000 01 02" // timestamp, lock, wait
        + "00 01 0b00000000000000" // format, compression, estimate
        + "0c000000 0d00000000000000 0e00000000000000 01" // page limits
        + "04000000 0f00000000000000 01 01"; // flow
  }

  private static TableDescription description() {
    return new TableDescription(
        7,
        "t",
        List.of(new KeyColumnDescription(1, SortOrder.DESCENDING)),
        List.of(
            new SchemaVersion(
                3,
                List.of(
                    new ColumnDescription(1, ColumnDefinition.required("k", WireType.UUID)),
                    new ColumnDescription(2, ColumnDefinition.nullable("v", WireType.TEXT))),
                List.of(new FamilyDescription(0, "f", List.of(2))))));
  }

  private static String descriptionHex() {
    return "07000000 0174" // id, name
        + "01 01 01" // key: column 1, descending
        + "01 0300" // one version
        + "02 01 016b 10 00 00 02 0176 08 01 00" // columns
        + "01 00 0166 01 02"; // families
  }

  private static ByteBuf buffer(String hex) {
    return Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex));
  }
}
