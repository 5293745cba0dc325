package dev.colonnade.catalog.codec;

import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.relation.CheckOption;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.key.Key;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Codec of the records of views and sequences. */
public final class RelationCodec {
  private static final int FLAG_INVOKER = 0x01;
  private static final int FLAG_BARRIER = 0x02;

  private RelationCodec() {}

  public static byte[] encode(SequenceEntry sequence) {
    SequenceEntry.Owner owner = sequence.owner();
    CatalogRecordWriter out =
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

  public static SequenceEntry decodeSequence(Key key, byte[] value) {
    CatalogRecordReader in = new CatalogRecordReader(key, value);
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
    return in.validated(
        () ->
            new SequenceEntry(
                CatalogLayout.idOf(key), new ObjectName(schemaId, name), sequenceId, owner));
  }

  public static byte[] encode(View view) {
    CatalogRecordWriter out = record(view.objectName());
    out.putBytes(view.query().getBytes(StandardCharsets.UTF_8));
    out.putShort(view.columnNames().size());
    view.columnNames().forEach(out::putText);
    out.putShort(view.lookup().path().size());
    view.lookup().path().forEach(out::putInt);
    List<View.Dependency> dependencies = new ArrayList<>(view.lookup().dependencies());
    dependencies.sort(
        Comparator.comparingInt(View.Dependency::objectId)
            .thenComparingInt(View.Dependency::columnId));
    out.putShort(dependencies.size());
    for (View.Dependency dependency : dependencies) {
      out.putInt(dependency.objectId()).putInt(dependency.columnId());
    }
    View.Security security = view.security();
    boolean hasSecurity = !security.equals(View.Security.DEFAULT);
    if (view.checkOption() != CheckOption.NONE || hasSecurity) {
      out.putByte(codeOf(view.checkOption()));
    }
    if (hasSecurity) {
      out.putByte(
          (security.isInvoker() ? FLAG_INVOKER : 0) | (security.isBarrier() ? FLAG_BARRIER : 0));
    }
    return out.toByteArray();
  }

  public static View decodeView(Key key, byte[] value) {
    CatalogRecordReader in = new CatalogRecordReader(key, value);
    String name = in.readText();
    int schemaId = in.readInt();
    String query = new String(in.readBytes(), StandardCharsets.UTF_8);
    List<String> columns = new ArrayList<>();
    for (int left = in.readShort(); left > 0; left--) {
      columns.add(in.readText());
    }
    List<Integer> path = new ArrayList<>();
    for (int left = in.readShort(); left > 0; left--) {
      path.add(in.readInt());
    }
    Set<View.Dependency> dependencies = new HashSet<>();
    for (int left = in.readShort(); left > 0; left--) {
      dependencies.add(new View.Dependency(in.readInt(), in.readInt()));
    }
    CheckOption option = in.isAtEnd() ? CheckOption.NONE : readOption(in);
    int flags = in.isAtEnd() ? 0 : in.readByte();
    in.requireEnd();
    return in.validated(
        () ->
            new View(
                CatalogLayout.idOf(key),
                new ObjectName(schemaId, name),
                query,
                columns,
                new View.Lookup(path, dependencies),
                option,
                new View.Security((flags & FLAG_INVOKER) != 0, (flags & FLAG_BARRIER) != 0)));
  }

  /** Returns the stored code, which does not depend on the order of the constants. */
  private static int codeOf(CheckOption option) {
    return switch (option) {
      case NONE -> 0;
      case LOCAL -> 1;
      case CASCADED -> 2;
    };
  }

  private static CheckOption readOption(CatalogRecordReader in) {
    int code = in.readByte();
    for (CheckOption option : CheckOption.values()) {
      if (codeOf(option) == code) {
        return option;
      }
    }
    throw in.corrupt("unknown check option of a view: code=" + code);
  }

  private static CatalogRecordWriter record(ObjectName name) {
    return new CatalogRecordWriter()
        .putByte(CatalogLayout.FORMAT)
        .putText(name.name())
        .putInt(name.schemaId());
  }
}
