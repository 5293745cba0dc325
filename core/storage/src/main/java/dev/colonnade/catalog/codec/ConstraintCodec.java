package dev.colonnade.catalog.codec;

import dev.colonnade.catalog.constraint.CheckConstraint;
import dev.colonnade.catalog.constraint.ConstraintTiming;
import dev.colonnade.catalog.constraint.ForeignKey;
import dev.colonnade.catalog.constraint.ReferentialAction;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.index.IndexKind;
import dev.colonnade.catalog.index.IndexState;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.type.schema.KeyColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Codec of indexes and constraints within the record of their table. */
final class ConstraintCodec {
  /** Position of the constraint timing, in the upper half of the byte with the action on update. */
  private static final int TIMING_SHIFT = 4;

  /** Flag of an index with a predicate. */
  private static final int PARTIAL = 1;

  /** Flag of an index with expressions. */
  private static final int WITH_EXPRESSIONS = 2;

  /** Flag of an index whose NULLs are not distinct. */
  private static final int NULLS_NOT_DISTINCT = 4;

  private static final int FLAGS = PARTIAL | WITH_EXPRESSIONS | NULLS_NOT_DISTINCT;

  private ConstraintCodec() {}

  static void write(CatalogRecordWriter out, TableConstraints constraints) {
    String keyName = constraints.keyName();
    out.putText(keyName == null ? "" : keyName).putShort(constraints.nextIndexId());
    out.putShort(constraints.indexes().size());
    constraints.indexes().forEach(index -> write(out, index));
    out.putShort(constraints.checks().size());
    for (CheckConstraint check : constraints.checks()) {
      out.putText(check.name());
      writePredicate(out, check.expression(), check.columnIds());
    }
    out.putShort(constraints.foreignKeys().size());
    constraints.foreignKeys().forEach(key -> write(out, key));
  }

  static TableConstraints read(CatalogRecordReader in) {
    String keyName = in.readText();
    int nextIndexId = in.readShort();
    List<Index> indexes = readList(in, () -> readIndex(in));
    List<CheckConstraint> checks =
        readList(
            in, () -> new CheckConstraint(in.readText(), in.readText(), readIds(in), false, true));
    List<ForeignKey> keys = readList(in, () -> readForeignKey(in));
    return new TableConstraints(
        keyName.isEmpty() ? null : keyName, nextIndexId, indexes, checks, keys);
  }

  private static void write(CatalogRecordWriter out, Index index) {
    Index.Definition definition = index.definition();
    out.putShort(index.id()).putText(index.name());
    out.putByte(codeOf(definition.kind())).putByte(codeOf(index.state()));
    out.putByte(definition.columns().size());
    definition.columns().forEach(column -> KeyColumnCodec.write(out, column));
    writeIds(out, definition.included());
    Index.Predicate predicate = definition.predicate();
    List<IndexExpression> expressions = definition.expressions();
    out.putByte(
        (predicate == null ? 0 : PARTIAL)
            | (expressions.isEmpty() ? 0 : WITH_EXPRESSIONS)
            | (definition.nullsDistinct() ? 0 : NULLS_NOT_DISTINCT));
    if (predicate != null) {
      writePredicate(out, predicate.expression(), predicate.columnIds());
    }
    if (!expressions.isEmpty()) {
      out.putShort(expressions.size());
      expressions.forEach(expression -> write(out, expression));
    }
  }

  private static void write(CatalogRecordWriter out, IndexExpression expression) {
    out.putText(expression.name()).putText(expression.text()).putText(expression.displayText());
    ColumnTypeCodec.write(out, expression.type());
    writeIds(out, expression.columnIds());
  }

  /** Reads an expression. Its type is never an enum: expressions have enum values as text. */
  private static IndexExpression readExpression(CatalogRecordReader in) {
    return new IndexExpression(
        in.readText(),
        in.readText(),
        in.readText(),
        ColumnTypeCodec.read(in, Map.of()),
        readIds(in));
  }

  private static Index readIndex(CatalogRecordReader in) {
    int id = in.readShort();
    String name = in.readText();
    IndexKind kind = readKind(in);
    IndexState state = readState(in);
    int count = in.readByte();
    List<KeyColumn> columns = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      columns.add(KeyColumnCodec.read(in));
    }
    List<Integer> included = readIds(in);
    int flags = in.readByte();
    if ((flags & ~FLAGS) != 0) {
      throw in.corrupt("unknown flags of an index: flags=" + flags);
    }
    Index.Predicate predicate =
        (flags & PARTIAL) == 0 ? null : new Index.Predicate(in.readText(), readIds(in));
    List<IndexExpression> expressions =
        (flags & WITH_EXPRESSIONS) == 0 ? List.of() : readList(in, () -> readExpression(in));
    boolean nullsDistinct = (flags & NULLS_NOT_DISTINCT) == 0;
    return new Index(
        id,
        name,
        new Index.Definition(kind, columns, included, expressions, predicate, nullsDistinct),
        state);
  }

  private static void write(CatalogRecordWriter out, ForeignKey key) {
    out.putText(key.name());
    writeIds(out, key.columnIds());
    out.putInt(key.target().tableId());
    writeIds(out, key.target().columnIds());
    out.putByte(codeOf(key.actions().onDelete()));
    out.putByte(codeOf(key.actions().onUpdate()) | codeOf(key.timing()) << TIMING_SHIFT);
  }

  private static ForeignKey readForeignKey(CatalogRecordReader in) {
    String name = in.readText();
    List<Integer> columns = readIds(in);
    ForeignKey.Target target = new ForeignKey.Target(in.readInt(), readIds(in));
    ReferentialAction onDelete = actionOf(in, in.readByte());
    int last = in.readByte();
    ReferentialAction onUpdate = actionOf(in, last & (1 << TIMING_SHIFT) - 1);
    return new ForeignKey(
        name,
        columns,
        target,
        new ForeignKey.Actions(onDelete, onUpdate),
        timingOf(in, last >> TIMING_SHIFT),
        true);
  }

  /** Returns the flags of constraints by their names; none of constraints without flags. */
  static Map<String, Integer> flags(TableConstraints constraints) {
    Map<String, Integer> flags = new TreeMap<>();
    for (CheckConstraint check : constraints.checks()) {
      int own =
          (check.isValidated() ? 0 : CatalogLayout.FLAG_NOT_VALID)
              | (check.isNoInherit() ? CatalogLayout.FLAG_NO_INHERIT : 0);
      if (own != 0) {
        flags.put(check.name(), own);
      }
    }
    for (ForeignKey key : constraints.foreignKeys()) {
      if (!key.isValidated()) {
        flags.put(key.name(), CatalogLayout.FLAG_NOT_VALID);
      }
    }
    return flags;
  }

  static void writeFlags(CatalogRecordWriter out, Map<String, Integer> flags) {
    out.putShort(flags.size());
    flags.forEach((name, own) -> out.putText(name).putByte(own));
  }

  /** Returns constraints with the flags of a record. */
  static TableConstraints readFlags(CatalogRecordReader in, TableConstraints constraints) {
    Map<String, Integer> flags = new TreeMap<>();
    for (int left = in.readShort(); left > 0; left--) {
      String name = in.readText();
      flags.put(name, in.readByte());
    }
    TableConstraints read =
        new TableConstraints(
            constraints.keyName(),
            constraints.nextIndexId(),
            constraints.indexes(),
            constraints.checks().stream()
                .map(check -> withFlags(check, flags.getOrDefault(check.name(), 0)))
                .toList(),
            constraints.foreignKeys().stream()
                .map(key -> withFlags(key, flags.getOrDefault(key.name(), 0)))
                .toList());
    if (!flags(read).equals(flags)) {
      throw in.corrupt("unknown flags of constraints: flags=" + flags);
    }
    return read;
  }

  private static CheckConstraint withFlags(CheckConstraint check, int flags) {
    return new CheckConstraint(
        check.name(),
        check.expression(),
        check.columnIds(),
        (flags & CatalogLayout.FLAG_NO_INHERIT) != 0,
        (flags & CatalogLayout.FLAG_NOT_VALID) == 0);
  }

  private static ForeignKey withFlags(ForeignKey key, int flags) {
    return new ForeignKey(
        key.name(),
        key.columnIds(),
        key.target(),
        key.actions(),
        key.timing(),
        (flags & CatalogLayout.FLAG_NOT_VALID) == 0);
  }

  private static void writePredicate(
      CatalogRecordWriter out, String expression, List<Integer> ids) {
    out.putText(expression);
    writeIds(out, ids);
  }

  private static void writeIds(CatalogRecordWriter out, List<Integer> ids) {
    out.putShort(ids.size());
    ids.forEach(out::putInt);
  }

  private static List<Integer> readIds(CatalogRecordReader in) {
    return readList(in, in::readInt);
  }

  private static <T> List<T> readList(CatalogRecordReader in, Supplier<T> read) {
    int count = in.readShort();
    List<T> list = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      list.add(read.get());
    }
    return list;
  }

  /** Returns the stored code, which does not depend on the order of the constants. */
  private static int codeOf(IndexKind kind) {
    return switch (kind) {
      case PLAIN -> 0;
      case UNIQUE -> 1;
      case CONSTRAINT -> 2;
      case DEFERRABLE -> 3;
      case DEFERRED -> 4;
    };
  }

  private static int codeOf(IndexState state) {
    return switch (state) {
      case BUILDING -> 0;
      case READY -> 1;
    };
  }

  private static int codeOf(ReferentialAction action) {
    return switch (action) {
      case NO_ACTION -> 0;
      case RESTRICT -> 1;
      case CASCADE -> 2;
      case SET_NULL -> 3;
      case SET_DEFAULT -> 4;
    };
  }

  private static IndexKind readKind(CatalogRecordReader in) {
    int code = in.readByte();
    for (IndexKind kind : IndexKind.values()) {
      if (codeOf(kind) == code) {
        return kind;
      }
    }
    throw in.corrupt("unknown kind of index: code=" + code);
  }

  private static IndexState readState(CatalogRecordReader in) {
    int code = in.readByte();
    for (IndexState state : IndexState.values()) {
      if (codeOf(state) == code) {
        return state;
      }
    }
    throw in.corrupt("unknown state of an index: code=" + code);
  }

  private static int codeOf(ConstraintTiming timing) {
    return switch (timing) {
      case NOT_DEFERRABLE -> 0;
      case INITIALLY_IMMEDIATE -> 1;
      case INITIALLY_DEFERRED -> 2;
    };
  }

  private static ConstraintTiming timingOf(CatalogRecordReader in, int code) {
    for (ConstraintTiming timing : ConstraintTiming.values()) {
      if (codeOf(timing) == code) {
        return timing;
      }
    }
    throw in.corrupt("unknown timing of a constraint: code=" + code);
  }

  private static ReferentialAction actionOf(CatalogRecordReader in, int code) {
    for (ReferentialAction action : ReferentialAction.values()) {
      if (codeOf(action) == code) {
        return action;
      }
    }
    throw in.corrupt("unknown referential action: code=" + code);
  }
}
