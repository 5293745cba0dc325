package dev.colonnade.sql.statement;

import dev.colonnade.sql.plan.tree.KnownTypeSpec;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/** Sets the types of parameters that a client declares. */
final class ParameterTypes extends SqlShuttle {
  private final List<@Nullable SqlType> types;

  private ParameterTypes(List<@Nullable SqlType> types) {
    this.types = types;
  }

  /** The query with casts around its parameters. */
  static SqlNode given(SqlNode query, List<@Nullable SqlType> types) {
    if (types.stream().allMatch(type -> type == null || type.kind() == TypeKind.UNKNOWN)) {
      return query;
    }
    SqlNode typed = query.accept(new ParameterTypes(types));
    if (typed == null) {
      throw new IllegalStateException("query is gone after typing its parameters");
    }
    return typed;
  }

  /** Returns the types of parameters: each from the first of several parts in which it is known. */
  static List<SqlType> merged(List<List<SqlType>> parts) {
    List<SqlType> types = new ArrayList<>();
    for (List<SqlType> part : parts) {
      for (int i = 0; i < part.size(); i++) {
        if (i == types.size()) {
          types.add(part.get(i));
        } else if (types.get(i).kind() == TypeKind.UNKNOWN) {
          types.set(i, part.get(i));
        }
      }
    }
    return types;
  }

  /**
   * Visits a call; a row count is a number whatever type a client declares, and nothing but a
   * parameter.
   */
  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    if (!(call instanceof SqlOrderBy ordered)) {
      return super.visit(call);
    }
    SqlNode query = ordered.query.accept(this);
    SqlNode keys = ordered.orderList.accept(this);
    return query == null || !(keys instanceof SqlNodeList list)
        ? ordered
        : new SqlOrderBy(ordered.getParserPosition(), query, list, ordered.offset, ordered.fetch);
  }

  @Override
  public @Nullable SqlNode visit(SqlDynamicParam parameter) {
    SqlType type = parameter.getIndex() < types.size() ? types.get(parameter.getIndex()) : null;
    return type == null || type.kind() == TypeKind.UNKNOWN
        ? parameter
        : SqlStdOperatorTable.CAST.createCall(
            parameter.getParserPosition(),
            parameter,
            KnownTypeSpec.of(type, parameter.getParserPosition()));
  }
}
