package dev.colonnade.catalog;

import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.rule.CheckOption;
import dev.colonnade.key.Key;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The records of views and sequences. */
final class RelationCodec {
  private RelationCodec() {}

  static byte[] encode(SequenceEntry sequence) {
    SequenceEntry.Owner owner = sequence.owner();
    RecordWriter out =
        record(sequence.objectName())
            .putLong(sequence.sequenceId())
            .putByte(
                owner == null
                    ? 0
                    : CatalogLayout.FLAG_OWNED
                        | (owner.isIdentity() ? CatalogLayout.FLAG_IDENTITY : 0));
    if (owner != null) {
      out.putInt(owner.tableId()).putInt(owner.columnId());
    }
    return out.toByteArray();
  }

  static SequenceEntry decodeSequence(Key key, byte[] value) {
    RecordReader in = new RecordReader(key, value);
    String name = in.readText();
    int schemaId = in.readInt();
    long sequenceId = in.readLong();
    int flags = in.readByte();
    boolean isIdentity = (flags & CatalogLayout.FLAG_IDENTITY) != 0;
    SequenceEntry.Owner owner =
        (flags & CatalogLayout.FLAG_OWNED) == 0
            ? null
            : new SequenceEntry.Owner(in.readInt(), in.readInt(), isIdentity);
    in.requireEnd();
    return CatalogCodec.valid(
        in,
        () ->
            new SequenceEntry(
                CatalogLayout.idOf(key), new ObjectName(schemaId, name), sequenceId, owner));
  }

  static byte[] encode(View view) {
    RecordWriter out = record(view.objectName());
    out.putBytes(view.query().getBytes(StandardCharsets.UTF_8));
    out.putShort(view.columnNames().size());
    view.columnNames().forEach(out::putText);
    out.putShort(view.lookup().path().size());
    view.lookup().path().forEach(out::putInt);
    List<View.Use> uses = new ArrayList<>(view.lookup().uses());
    uses.sort(Comparator.comparingInt(View.Use::objectId).thenComparingInt(View.Use::columnId));
    out.putShort(uses.size());
    uses.forEach(use -> out.putInt(use.objectId()).putInt(use.columnId()));
    if (view.checkOption() != CheckOption.NONE) {
      out.putByte(codeOf(view.checkOption()));
    }
    return out.toByteArray();
  }

  static View decodeView(Key key, byte[] value) {
    RecordReader in = new RecordReader(key, value);
    ObjectName name = nameAt(in.readText(), in.readInt());
    String query = new String(in.readBytes(), StandardCharsets.UTF_8);
    List<String> columns = new ArrayList<>();
    for (int left = in.readShort(); left > 0; left--) {
      columns.add(in.readText());
    }
    List<Integer> path = new ArrayList<>();
    for (int left = in.readShort(); left > 0; left--) {
      path.add(in.readInt());
    }
    Set<View.Use> uses = new HashSet<>();
    for (int left = in.readShort(); left > 0; left--) {
      uses.add(new View.Use(in.readInt(), in.readInt()));
    }
    CheckOption option = in.isAtEnd() ? CheckOption.NONE : readOption(in);
    in.requireEnd();
    return CatalogCodec.valid(
        in,
        () ->
            new View(
                CatalogLayout.idOf(key),
                name,
                query,
                columns,
                new View.Lookup(path, uses),
                option));
  }

  /** Numbers are written down, so that the order of the constants may change. */
  private static int codeOf(CheckOption option) {
    return switch (option) {
      case NONE -> 0;
      case LOCAL -> 1;
      case CASCADED -> 2;
    };
  }

  private static CheckOption readOption(RecordReader in) {
    int code = in.readByte();
    for (CheckOption option : CheckOption.values()) {
      if (codeOf(option) == code) {
        return option;
      }
    }
    throw in.corrupt("unknown check option of a view: code=" + code);
  }

  private static ObjectName nameAt(String name, int schemaId) {
    return new ObjectName(schemaId, name);
  }

  private static RecordWriter record(ObjectName name) {
    return new RecordWriter()
        .putByte(CatalogLayout.FORMAT)
        .putText(name.name())
        .putInt(name.schemaId());
  }
}
