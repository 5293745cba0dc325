package dev.colonnade.protocol.codec;

import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.request.Scan;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.result.ScanFormat;
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

/** Codec of scan requests. */
final class ScanCodec {
  private static final int BOUND_UNBOUNDED = 0;
  private static final int BOUND_PREFIX = 1;
  private static final int BOUND_ENCODED_KEY = 2;

  private static final ScanDirection[] DIRECTIONS = ScanDirection.values();
  private static final WireLockStrength[] LOCK_STRENGTHS = WireLockStrength.values();
  private static final WaitPolicy[] WAIT_POLICIES = WaitPolicy.values();
  private static final ScanFormat[] FORMATS = ScanFormat.values();
  private static final Compression[] COMPRESSIONS = Compression.values();

  private ScanCodec() {}

  public static void write(WireWriter out, Scan scan) {
    writeTarget(out, scan.target());
    writeSelection(out, scan.selection());
    writeReadMode(out, scan.read());
    writePageSpec(out, scan.page());
    writeFlow(out, scan.flow());
  }

  static Scan read(WireReader in) {
    return new Scan(
        readTarget(in), readSelection(in), readReadMode(in), readPageSpec(in), readFlow(in));
  }

  static void writeReadMode(WireWriter out, ReadMode mode) {
    out.writeI64(mode.readTimestamp());
    out.writeCode(mode.lockStrength());
    out.writeCode(mode.waitPolicy());
  }

  static ReadMode readReadMode(WireReader in) {
    return new ReadMode(
        in.readI64("read.timestamp"),
        in.readCode(LOCK_STRENGTHS, "read.lockStrength"),
        in.readCode(WAIT_POLICIES, "read.waitPolicy"));
  }

  static ScanFormat readFormat(WireReader in) {
    return in.readCode(FORMATS, "format");
  }

  static Compression readCompression(WireReader in) {
    return in.readCode(COMPRESSIONS, "compression");
  }

  private static void writeTarget(WireWriter out, WireScanTarget target) {
    out.writeI32(target.tableId());
    out.writeU16(target.indexId());
    out.writeU16(target.schemaVersion());
    out.writeList(target.spans(), ScanCodec::writeSpan);
    out.writeBytes(target.resume());
  }

  private static WireScanTarget readTarget(WireReader in) {
    return new WireScanTarget(
        in.readI32("scan.tableId"),
        in.readU16("scan.indexId"),
        in.readU16("scan.schemaVersion"),
        in.readList("scan.spans", ScanCodec::readSpan),
        in.readResume("scan.resume"));
  }

  private static void writeSpan(WireWriter out, SpanSpec span) {
    writeBound(out, span.start());
    writeBound(out, span.end());
  }

  private static SpanSpec readSpan(WireReader in) {
    return new SpanSpec(readBound(in), readBound(in));
  }

  private static void writeBound(WireWriter out, KeyBound bound) {
    if (bound instanceof KeyBound.Unbounded) {
      out.writeU8(BOUND_UNBOUNDED);
    } else if (bound instanceof KeyBound.Prefix it) {
      out.writeU8(BOUND_PREFIX);
      out.writeVarint(it.columnCount());
      out.writeBoolean(it.inclusive());
      out.writeBytes(it.tuple());
    } else if (bound instanceof KeyBound.EncodedKey it) {
      out.writeU8(BOUND_ENCODED_KEY);
      out.writeBytes(it.key());
    }
  }

  private static KeyBound readBound(WireReader in) {
    int tag = in.readU8("bound.tag");
    return switch (tag) {
      case BOUND_UNBOUNDED -> KeyBound.UNBOUNDED;
      case BOUND_PREFIX -> readPrefix(in);
      case BOUND_ENCODED_KEY -> new KeyBound.EncodedKey(in.readKey("bound.key"));
      default -> throw ProtocolException.malformed("bound.tag is unknown: value=" + tag);
    };
  }

  private static KeyBound readPrefix(WireReader in) {
    int columnCount = in.readVarint("bound.columnCount");
    in.requireColumnCount(columnCount, "bound.columns");
    return new KeyBound.Prefix(
        columnCount, in.readBoolean("bound.inclusive"), in.readKey("bound.tuple"));
  }

  private static void writeSelection(WireWriter out, ScanSelection selection) {
    out.writeColumnIds(selection.columnIds());
    FilterCodec.write(out, selection.filter());
    out.writeI64(selection.rowLimit());
    out.writeCode(selection.direction());
    out.writeBoolean(selection.ordered());
  }

  private static ScanSelection readSelection(WireReader in) {
    return new ScanSelection(
        in.readColumnIds("scan.columnIds"),
        FilterCodec.read(in),
        in.readI64("scan.rowLimit"),
        in.readCode(DIRECTIONS, "scan.direction"),
        in.readBoolean("scan.ordered"));
  }

  private static void writePageSpec(WireWriter out, PageSpec page) {
    out.writeCode(page.format());
    out.writeCode(page.compression());
    out.writeI64(page.rowEstimate());
    out.writeI32(page.limits().rowCountMax());
    out.writeI64(page.limits().encodedBytesMax());
    out.writeI64(page.limits().scannedBytesMax());
    out.writeBoolean(page.limits().emptyAllowed());
  }

  private static PageSpec readPageSpec(WireReader in) {
    return new PageSpec(
        readFormat(in), readCompression(in), in.readI64("page.rowEstimate"), readLimits(in));
  }

  private static ScanPageLimits readLimits(WireReader in) {
    return new ScanPageLimits(
        in.readI32("page.rowCountMax"),
        in.readI64("page.encodedBytesMax"),
        in.readI64("page.scannedBytesMax"),
        in.readBoolean("page.emptyAllowed"));
  }

  private static void writeFlow(WireWriter out, ScanFlowControl flow) {
    out.writeI32(flow.creditPages());
    out.writeI64(flow.creditBytes());
    out.writeBoolean(flow.singlePage());
    out.writeBoolean(flow.trace());
  }

  private static ScanFlowControl readFlow(WireReader in) {
    return new ScanFlowControl(
        in.readI32("flow.creditPages"),
        in.readI64("flow.creditBytes"),
        in.readBoolean("flow.singlePage"),
        in.readBoolean("flow.trace"));
  }
}
