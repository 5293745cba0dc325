package dev.colonnade.protocol.codec;

import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.filter.CompareOp;
import dev.colonnade.protocol.filter.FilterSpec;
import java.util.List;

/** Codec of predicates: a tag and the operands, in prefix order. */
final class FilterCodec {
  private static final int TAG_COMPARE = 1;
  private static final int TAG_AND = 2;
  private static final int TAG_OR = 3;
  private static final int TAG_NOT = 4;
  private static final int TAG_IN = 5;
  private static final int TAG_BETWEEN = 6;
  private static final int TAG_IS_NULL = 7;
  private static final int TAG_LIKE = 8;

  private static final CompareOp[] OPS = CompareOp.values();

  private FilterCodec() {}

  public static void write(WireWriter out, FilterSpec filter) {
    if (filter instanceof FilterSpec.Compare it) {
      out.writeU8(TAG_COMPARE);
      out.writeVarint(it.columnId());
      out.writeCode(it.op());
      LiteralCodec.write(out, it.literal());
    } else if (filter instanceof FilterSpec.And it) {
      out.writeU8(TAG_AND);
      out.writeList(it.operands(), FilterCodec::write);
    } else if (filter instanceof FilterSpec.Or it) {
      out.writeU8(TAG_OR);
      out.writeList(it.operands(), FilterCodec::write);
    } else if (filter instanceof FilterSpec.Not it) {
      out.writeU8(TAG_NOT);
      write(out, it.operand());
    } else {
      writeLeaf(out, filter);
    }
  }

  static FilterSpec read(WireReader in) {
    return read(in, ProtocolLimits.FILTER_DEPTH_MAX);
  }

  private static void writeLeaf(WireWriter out, FilterSpec filter) {
    if (filter instanceof FilterSpec.In it) {
      out.writeU8(TAG_IN);
      out.writeVarint(it.columnId());
      out.writeList(it.literals(), LiteralCodec::write);
    } else if (filter instanceof FilterSpec.Between it) {
      out.writeU8(TAG_BETWEEN);
      out.writeVarint(it.columnId());
      LiteralCodec.write(out, it.low());
      LiteralCodec.write(out, it.high());
    } else if (filter instanceof FilterSpec.IsNull it) {
      out.writeU8(TAG_IS_NULL);
      out.writeVarint(it.columnId());
    } else if (filter instanceof FilterSpec.Like it) {
      out.writeU8(TAG_LIKE);
      out.writeVarint(it.columnId());
      out.writeText(it.pattern());
    }
  }

  private static FilterSpec read(WireReader in, int depthLeft) {
    if (depthLeft == 0) {
      throw ProtocolException.limit(
          "filter.depth", ProtocolLimits.FILTER_DEPTH_MAX + 1L, ProtocolLimits.FILTER_DEPTH_MAX);
    }
    int tag = in.readU8("filter.tag");
    return switch (tag) {
      case TAG_COMPARE ->
          new FilterSpec.Compare(
              readColumnId(in), in.readCode(OPS, "filter.op"), LiteralCodec.read(in));
      case TAG_AND -> new FilterSpec.And(readOperands(in, depthLeft));
      case TAG_OR -> new FilterSpec.Or(readOperands(in, depthLeft));
      case TAG_NOT -> new FilterSpec.Not(read(in, depthLeft - 1));
      case TAG_IN ->
          new FilterSpec.In(readColumnId(in), in.readList("filter.in", LiteralCodec::read));
      case TAG_BETWEEN ->
          new FilterSpec.Between(readColumnId(in), LiteralCodec.read(in), LiteralCodec.read(in));
      case TAG_IS_NULL -> new FilterSpec.IsNull(readColumnId(in));
      case TAG_LIKE -> new FilterSpec.Like(readColumnId(in), in.readText("filter.pattern"));
      default -> throw ProtocolException.malformed("filter.tag is unknown: value=" + tag);
    };
  }

  private static List<FilterSpec> readOperands(WireReader in, int depthLeft) {
    return in.readList("filter.operands", reader -> read(reader, depthLeft - 1));
  }

  private static int readColumnId(WireReader in) {
    return in.readVarint("filter.columnId");
  }
}
