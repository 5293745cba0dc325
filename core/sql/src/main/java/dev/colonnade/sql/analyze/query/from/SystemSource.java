package dev.colonnade.sql.analyze.query.from;

import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.LogicalSource.SystemColumnRead;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.system.SystemColumn;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.sql.system.SystemTypes;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;

/** Tables of the system catalog in FROM. */
final class SystemSource {
  private static final String TRANSACTION_ID = "xid";

  private final SystemTable table;
  private final StatementAnalysis statement;
  private final List<SystemColumnRead> read = new ArrayList<>();

  private SystemSource(SystemTable table, StatementAnalysis statement) {
    this.table = table;
    this.statement = statement;
  }

  static RelationRows of(SystemTable table, StatementAnalysis statement) {
    return new SystemSource(table, statement).source();
  }

  private RelationRows source() {
    List<NamedColumn> columns = new ArrayList<>();
    for (SystemColumn column : table.columns()) {
      Type type = type(column);
      Origin origin = new Origin((int) table.oid(), columns.size() + 1);
      columns.add(read(column.name(), type, origin));
    }
    List<NamedColumn> hidden = new ArrayList<>();
    if (table.hasSystemColumns()) {
      hidden.add(read("tableoid", statement.registry().types().base().named("oid"), Origin.NONE));
      hidden.add(
          read("xmin", statement.registry().types().base().named(TRANSACTION_ID), Origin.NONE));
    }
    Type rowType = statement.registry().types().find(table.rowTypeOid());
    return new RelationRows(
        new LogicalSource.SystemTableScan(table, read), columns, hidden, rowType);
  }

  /** Returns the type of a column; rows of the system in an array are texts. */
  private Type type(SystemColumn column) {
    Type found = statement.registry().types().find(SystemTypes.oidOf(column));
    return found == null ? statement.registry().types().base().named("_text") : found;
  }

  private NamedColumn read(String name, Type type, Origin origin) {
    Variable variable = statement.variables().create(vector(type), name);
    read.add(new SystemColumnRead(read.size(), variable));
    return new NamedColumn(
        name,
        TypedExpression.of(variable, TypeReference.of(type), TypedExpression.NO_POSITION),
        origin);
  }

  /** Returns the representation of the values, which are text where the type has no kind. */
  private static VectorType vector(Type type) {
    if (type.isArray() || (type.elementOid() != Type.NONE && type.name().endsWith("vector"))) {
      return VectorType.of(TypeKind.ARRAY);
    }
    if (type.name().equals(TRANSACTION_ID)) {
      return VectorType.of(TypeKind.OID);
    }
    TypeKind kind = type.kind();
    return VectorType.of(kind == null ? TypeKind.TEXT : kind);
  }
}
