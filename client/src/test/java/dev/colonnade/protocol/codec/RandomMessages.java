package dev.colonnade.protocol.codec;

import dev.colonnade.protocol.ErrorCategory;
import dev.colonnade.protocol.Feature;
import dev.colonnade.protocol.NamedValue;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.ProtocolVersion;
import dev.colonnade.protocol.RequestType;
import dev.colonnade.protocol.ResponseType;
import dev.colonnade.protocol.filter.CompareOp;
import dev.colonnade.protocol.filter.FilterSpec;
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
import dev.colonnade.protocol.request.SqlRequest;
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
import dev.colonnade.protocol.schema.TableVersion;
import dev.colonnade.protocol.session.DiscardTarget;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/** Generator of valid messages of every type. */
final class RandomMessages {
  private final Random random;
  private final RandomSchemas schemas;
  private final RandomSequences sequences;
  private final RandomSql sql;

  RandomMessages(Random random) {
    this.random = random;
    this.schemas = new RandomSchemas(random);
    this.sequences = new RandomSequences(random, schemas);
    this.sql = new RandomSql(random, schemas);
  }

  RequestFrame requestFrame(RequestType type) {
    int deadlineMillis = random.nextBoolean() ? 0 : random.nextInt(1, Integer.MAX_VALUE);
    WireTraceContext trace =
        random.nextBoolean()
            ? null
            : new WireTraceContext(
                random.nextLong(),
                random.nextLong(),
                random.nextLong(),
                (byte) random.nextInt(256));
    return new RequestFrame(random.nextInt(), deadlineMillis, trace, request(type));
  }

  ResponseFrame responseFrame(ResponseType type) {
    return new ResponseFrame(random.nextInt(), response(type));
  }

  private Request request(RequestType type) {
    return switch (type) {
      case HELLO -> hello();
      case AUTHENTICATE -> new Authenticate(schemas.text(), schemas.text());
      case PING -> new Ping();
      case CREDIT -> new Credit(random.nextInt(1000), random.nextLong(1L << 40));
      case CANCEL -> new Cancel();
      case CREATE_TABLE -> new TableRequest.Create(schemas.definition(), random.nextBoolean());
      case ALTER_TABLE -> new TableRequest.Alter(schemas.text(), change());
      case DROP_TABLE -> new TableRequest.Drop(schemas.text(), random.nextBoolean());
      case DESCRIBE_TABLE -> new TableRequest.Describe(schemas.text());
      case LIST_TABLES -> new TableRequest.ListAll();
      case WRITE -> write();
      case GET -> get();
      case SCAN -> scan();
      case RANGES -> new RangeRequest.ListAll(schemas.text());
      case SPLIT_AT ->
          new RangeRequest.SplitAt(
              tableVersion(), random.nextInt(1, 5), random.nextInt(9), schemas.bytes());
      case SERVER_STATUS -> new ServerRequest.Status();
      case SET_SERVER_SETTING ->
          new ServerRequest.SetSetting(schemas.text(), schemas.text(), schemas.text());
      case CREATE_SEQUENCE -> sequences.create();
      case ALTER_SEQUENCE -> sequences.alter();
      case RENAME_SEQUENCE -> new SequenceRequest.Rename(schemas.text(), schemas.text());
      case DROP_SEQUENCE -> new SequenceRequest.Drop(schemas.text(), random.nextBoolean());
      case DESCRIBE_SEQUENCE -> new SequenceRequest.Describe(schemas.text());
      case LIST_SEQUENCES -> new SequenceRequest.ListAll();
      case NEXT_VALUE -> new SequenceRequest.NextValue(random.nextLong());
      case CURRENT_VALUE -> new SequenceRequest.CurrentValue(random.nextLong());
      case LAST_VALUE -> new SequenceRequest.LastValue();
      case SET_VALUE ->
          new SequenceRequest.SetValue(random.nextLong(), random.nextLong(), random.nextBoolean());
      case RESERVE_VALUES ->
          new SequenceRequest.ReserveValues(random.nextLong(), random.nextLong());
      case DISCARD -> new SessionRequest.Discard(any(DiscardTarget.values()));
      case SET_SETTING -> new SessionRequest.SetSetting(schemas.text(), schemas.text());
      case SQL_PREPARE -> sql.prepare();
      case SQL_EXECUTE -> sql.execute();
      case SQL_EXECUTE_BATCH -> sql.executeBatch();
      case SQL_RUN -> sql.run();
      case SQL_CLOSE -> sql.close();
      case SQL_STOP -> new SqlRequest.Stop();
    };
  }

  private Response response(ResponseType type) {
    return switch (type) {
      case HELLO_OK -> helloOk();
      case CHALLENGE -> new Challenge(list(schemas::text), schemas.text());
      case PONG -> new Pong();
      case OK -> new Ok();
      case ERROR -> error();
      case TABLE_DESCRIBED -> new TableResponse.Described(schemas.description());
      case TABLE_LIST -> new TableResponse.Names(list(schemas::text));
      case WRITE_OK -> new WriteOk(random.nextLong(), count(), count(), count());
      case ROWS -> new GetRows(head(), random.nextInt(100), usage(), buffer(0));
      case SCAN_OPENED -> new ScanResponse.Opened(head());
      case SCAN_PAGE ->
          new ScanResponse.Page(
              random.nextInt(100), any(ResumeReason.values()), schemas.bytes(), usage(), buffer(0));
      case SCAN_END ->
          new ScanResponse.End(
              any(ResumeReason.values()), schemas.bytes(), usage(), list(this::figure));
      case RANGE_LIST -> new RangeList(list(this::range));
      case STATUS_REPORT -> new StatusReport(schemas.text(), count(), list(this::figure));
      case SEQUENCE_DESCRIBED -> new SequenceResponse.Described(sequences.description());
      case SEQUENCE_NAMES -> new SequenceResponse.Names(list(schemas::text));
      case SEQUENCE_VALUE -> new SequenceResponse.Value(random.nextLong());
      case VALUE_RUNS -> new SequenceResponse.Runs(list(sequences::run));
      case SQL_PREPARED -> sql.prepared();
      case SQL_PAGE -> sql.page();
      case SQL_DONE -> sql.done();
      case SQL_END -> sql.end();
      case SQL_BATCH_END -> sql.batchEnd();
      case SQL_FAILED -> sql.failed();
    };
  }

  private Hello hello() {
    return new Hello(
        new ProtocolVersion(1, random.nextInt(5)),
        new ProtocolVersion(1 + random.nextInt(5), 9),
        new Hello.Identity(schemas.text(), schemas.text(), schemas.text()),
        features(),
        random.nextInt(ProtocolLimits.HANDSHAKE_FRAME_BYTES_MAX, Integer.MAX_VALUE));
  }

  private HelloOk helloOk() {
    ProtocolLimits limits =
        new ProtocolLimits(
            random.nextInt(ProtocolLimits.HANDSHAKE_FRAME_BYTES_MAX, Integer.MAX_VALUE),
            random.nextInt(1, 99),
            random.nextInt(1, 99),
            random.nextInt(1, 99),
            random.nextInt(1, 99),
            random.nextInt(1, 99));
    return new HelloOk(
        new ProtocolVersion(1, 0), schemas.text(), schemas.text(), limits, features());
  }

  private ErrorResponse error() {
    return new ErrorResponse(
        random.nextInt(ErrorResponse.NUMBER_MAX + 1),
        "22023",
        any(ErrorCategory.values()),
        schemas.text(),
        schemas.text());
  }

  private TableRequest.Alter.Change change() {
    return random.nextBoolean()
        ? new TableRequest.Alter.AddColumn(schemas.column("added"), schemas.text())
        : new TableRequest.Alter.DropColumn(schemas.text());
  }

  private Write write() {
    int mutationCount = random.nextInt(10);
    return new Write(
        tableVersion(),
        any(WriteDurability.values()),
        columnIds(),
        mutationCount,
        buffer(2 * mutationCount));
  }

  private Get get() {
    int keyCount = random.nextInt(10);
    Get.Selection selection = new Get.Selection(columnIds(), readMode(), any(ScanFormat.values()));
    return new Get(tableVersion(), selection, keyCount, buffer(keyCount));
  }

  private Scan scan() {
    WireScanTarget target =
        new WireScanTarget(
            random.nextInt(),
            random.nextInt(0x10000),
            random.nextInt(0x10000),
            list(() -> new SpanSpec(bound(), bound())),
            schemas.bytes());
    ScanSelection selection =
        new ScanSelection(
            columnIds(), filter(4), count(), any(ScanDirection.values()), random.nextBoolean());
    ScanPageLimits limits =
        new ScanPageLimits(random.nextInt(99), count(), count(), random.nextBoolean());
    PageSpec page =
        new PageSpec(any(ScanFormat.values()), any(Compression.values()), count(), limits);
    ScanFlowControl flow =
        new ScanFlowControl(
            random.nextInt(1, 99),
            random.nextLong(1, 1L << 40),
            random.nextBoolean(),
            random.nextBoolean());
    return new Scan(target, selection, readMode(), page, flow);
  }

  private FilterSpec filter(int depth) {
    return switch (random.nextInt(depth == 0 ? 5 : 8)) {
      case 0 ->
          new FilterSpec.Compare(random.nextInt(99), any(CompareOp.values()), schemas.literal());
      case 1 -> new FilterSpec.In(random.nextInt(99), list(schemas::literal));
      case 2 -> new FilterSpec.Between(random.nextInt(99), schemas.literal(), schemas.literal());
      case 3 -> new FilterSpec.IsNull(random.nextInt(99));
      case 4 -> new FilterSpec.Like(random.nextInt(99), schemas.text());
      case 5 -> new FilterSpec.And(list(() -> filter(depth - 1)));
      case 6 -> new FilterSpec.Or(list(() -> filter(depth - 1)));
      default -> new FilterSpec.Not(filter(depth - 1));
    };
  }

  private KeyBound bound() {
    return switch (random.nextInt(3)) {
      case 0 -> KeyBound.UNBOUNDED;
      case 1 -> new KeyBound.Prefix(random.nextInt(1, 9), random.nextBoolean(), schemas.bytes());
      default -> new KeyBound.EncodedKey(schemas.bytes());
    };
  }

  private ResultMetadata head() {
    ResultMetadata.Encoding encoding =
        new ResultMetadata.Encoding(
            random.nextBoolean() ? ScanFormat.COL_BATCH : ScanFormat.KEY_VALUES,
            any(Compression.values()));
    return new ResultMetadata(
        encoding,
        random.nextLong(),
        random.nextInt(0x10000),
        list(
            () ->
                new ResultColumn(
                    random.nextInt(99), schemas.text(), schemas.type(), random.nextBoolean())),
        schemas.bytes());
  }

  private ReadMode readMode() {
    return new ReadMode(count(), any(WireLockStrength.values()), any(WaitPolicy.values()));
  }

  private RangeInfo range() {
    return new RangeInfo(
        random.nextLong(),
        random.nextLong(),
        schemas.bytes(),
        schemas.bytes(),
        new RangeInfo.Sizes(count(), count(), count(), count()));
  }

  private NamedValue figure() {
    return new NamedValue(schemas.text(), random.nextLong());
  }

  private WireScanUsage usage() {
    return new WireScanUsage(count(), count(), count(), count(), count());
  }

  private TableVersion tableVersion() {
    return new TableVersion(random.nextInt(), random.nextInt(0x10000));
  }

  private List<Integer> columnIds() {
    return list(() -> random.nextInt(100_000));
  }

  private Set<Feature> features() {
    return random.nextBoolean() ? EnumSet.allOf(Feature.class) : Set.of();
  }

  private ByteBuf buffer(int bytesMin) {
    byte[] bytes = new byte[bytesMin + random.nextInt(3000)];
    random.nextBytes(bytes);
    return Unpooled.wrappedBuffer(bytes);
  }

  private long count() {
    return random.nextLong(Long.MAX_VALUE) >>> random.nextInt(63);
  }

  private <T> T any(T[] values) {
    return values[random.nextInt(values.length)];
  }

  private <T> List<T> list(Supplier<T> element) {
    List<T> elements = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      elements.add(element.get());
    }
    return elements;
  }
}
