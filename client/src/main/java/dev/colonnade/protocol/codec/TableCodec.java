package dev.colonnade.protocol.codec;

import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.request.RangeRequest;
import dev.colonnade.protocol.request.ServerRequest;
import dev.colonnade.protocol.request.TableRequest;
import dev.colonnade.protocol.response.RangeInfo;
import dev.colonnade.protocol.response.RangeList;
import dev.colonnade.protocol.response.StatusReport;
import dev.colonnade.protocol.schema.TableVersion;

/** Codec of the messages that concern tables, ranges and the server. */
final class TableCodec {
  private static final int CHANGE_ADD_COLUMN = 1;
  private static final int CHANGE_DROP_COLUMN = 2;

  private TableCodec() {}

  static void writeCreate(WireWriter out, TableRequest.Create create) {
    SchemaCodec.writeDefinition(out, create.definition());
    out.writeBoolean(create.ifNotExists());
  }

  static TableRequest.Create readCreate(WireReader in) {
    return new TableRequest.Create(
        SchemaCodec.readDefinition(in), in.readBoolean("createTable.ifNotExists"));
  }

  static void writeAlter(WireWriter out, TableRequest.Alter alter) {
    out.writeText(alter.table());
    if (alter.change() instanceof TableRequest.Alter.AddColumn add) {
      out.writeU8(CHANGE_ADD_COLUMN);
      SchemaCodec.writeColumn(out, add.column());
      out.writeText(add.family());
    } else if (alter.change() instanceof TableRequest.Alter.DropColumn drop) {
      out.writeU8(CHANGE_DROP_COLUMN);
      out.writeText(drop.column());
    }
  }

  static TableRequest.Alter readAlter(WireReader in) {
    return new TableRequest.Alter(in.readText("alterTable.table"), readChange(in));
  }

  static void writeDrop(WireWriter out, TableRequest.Drop drop) {
    out.writeText(drop.table());
    out.writeBoolean(drop.ifExists());
  }

  static TableRequest.Drop readDrop(WireReader in) {
    return new TableRequest.Drop(
        in.readText("dropTable.table"), in.readBoolean("dropTable.ifExists"));
  }

  static void writeSplitAt(WireWriter out, RangeRequest.SplitAt split) {
    RowMessageCodec.writeTableVersion(out, split.table());
    out.writeVarint(split.columnCount());
    out.writeVarint(split.keyCount());
    out.writeBytes(split.keys());
  }

  static RangeRequest.SplitAt readSplitAt(WireReader in) {
    TableVersion table = RowMessageCodec.readTableVersion(in);
    int columnCount = in.readVarint("splitAt.columnCount");
    in.requireColumnCount(columnCount, "splitAt.columns");
    return new RangeRequest.SplitAt(
        table, columnCount, in.readVarint("splitAt.keyCount"), in.readBytes("splitAt.keys"));
  }

  static void writeSetting(WireWriter out, ServerRequest.SetSetting set) {
    out.writeText(set.table());
    out.writeText(set.name());
    out.writeText(set.value());
  }

  static ServerRequest.SetSetting readSetting(WireReader in) {
    return new ServerRequest.SetSetting(
        in.readText("setting.table"), in.readText("setting.name"), in.readText("setting.value"));
  }

  static void writeRanges(WireWriter out, RangeList list) {
    out.writeList(list.ranges(), TableCodec::writeRange);
  }

  static RangeList readRanges(WireReader in) {
    return new RangeList(in.readList("rangeList.ranges", TableCodec::readRange));
  }

  static void writeStatus(WireWriter out, StatusReport report) {
    out.writeText(report.serverVersion());
    out.writeI64(report.uptimeMillis());
    out.writeList(report.metrics(), RowMessageCodec::writeNamedValue);
  }

  static StatusReport readStatus(WireReader in) {
    return new StatusReport(
        in.readText("status.serverVersion"),
        in.readI64("status.uptimeMillis"),
        in.readList("status.metrics", RowMessageCodec::readNamedValue));
  }

  private static TableRequest.Alter.Change readChange(WireReader in) {
    int tag = in.readU8("alterTable.change");
    return switch (tag) {
      case CHANGE_ADD_COLUMN ->
          new TableRequest.Alter.AddColumn(
              SchemaCodec.readColumn(in), in.readText("alterTable.family"));
      case CHANGE_DROP_COLUMN ->
          new TableRequest.Alter.DropColumn(in.readText("alterTable.column"));
      default -> throw ProtocolException.malformed("alterTable.change is unknown: value=" + tag);
    };
  }

  private static void writeRange(WireWriter out, RangeInfo range) {
    out.writeI64(range.rangeId());
    out.writeI64(range.generation());
    out.writeBytes(range.start());
    out.writeBytes(range.end());
    out.writeI64(range.sizes().liveBytes());
    out.writeI64(range.sizes().liveRows());
    out.writeI64(range.sizes().historyBytes());
    out.writeI64(range.sizes().historyRows());
  }

  private static RangeInfo readRange(WireReader in) {
    return new RangeInfo(
        in.readI64("range.id"),
        in.readI64("range.generation"),
        in.readKey("range.start"),
        in.readKey("range.end"),
        new RangeInfo.Sizes(
            in.readI64("range.liveBytes"),
            in.readI64("range.liveRows"),
            in.readI64("range.historyBytes"),
            in.readI64("range.historyRows")));
  }
}
