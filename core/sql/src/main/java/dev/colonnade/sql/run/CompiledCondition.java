package dev.colonnade.sql.run;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.access.row.RowPredicate;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.plan.PlannedCondition;
import dev.colonnade.sql.type.PostgresTypeFactory;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.schema.Column;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.linq4j.function.Function1;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexExecutorImpl;
import org.apache.calcite.schema.SchemaPlus;
import org.jspecify.annotations.Nullable;

/** A condition on rows as generated code. */
public final class CompiledCondition implements RowPredicate {
  private static final PostgresTypeFactory FACTORY = new PostgresTypeFactory();

  /** Name under which generated code obtains the row. */
  private static final String ROW = "inputRecord";

  private final String sql;
  private final Function1<DataContext, @Nullable Object @Nullable []> code;

  /** The types of the columns that the condition looks at; null for the others. */
  private final @Nullable SqlType[] types;

  public CompiledCondition(PlannedCondition planned) {
    this.sql = planned.sql();
    List<Column> columns = planned.schema().columns();
    this.types = new @Nullable SqlType[columns.size()];
    for (int ordinal : RelOptUtil.InputFinder.bits(planned.expression())) {
      types[ordinal] = TypeMapping.sqlType(columns.get(ordinal).type());
    }
    GeneratedTypes generated = new GeneratedTypes(planned.builder());
    this.code =
        RexExecutorImpl.getExecutable(
                planned.builder(),
                List.of(planned.expression().accept(generated)),
                generated.typeOf(planned.rowType()))
            .getFunction();
  }

  @Override
  public @Nullable Boolean holds(@Nullable Object[] row) {
    return (Boolean) value(row);
  }

  /** The value that the expression has for a row, as statements hold it. */
  public @Nullable Object value(@Nullable Object[] row) {
    @Nullable Object[] held = new @Nullable Object[types.length];
    for (int i = 0; i < held.length; i++) {
      SqlType type = types[i];
      if (type != null) {
        held[i] = ValueConverter.fromJava(type, row[i]);
      }
    }
    try {
      @Nullable Object @Nullable [] results = code.apply(new RowContext(held));
      return requireNonNull(results, "results is null")[0];
    } catch (ColonnadeException e) {
      throw e;
    } catch (RuntimeException e) {
      throw SqlErrors.of(sql, e);
    }
  }

  /** Context of generated code: one row. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  private record RowContext(@Nullable Object[] row) implements DataContext {
    @Override
    public @Nullable SchemaPlus getRootSchema() {
      return null; // a condition on a row has no tables
    }

    @Override
    public JavaTypeFactory getTypeFactory() {
      return FACTORY;
    }

    @Override
    public @Nullable QueryProvider getQueryProvider() {
      return null; // generated code requests none
    }

    @Override
    public @Nullable Object get(String name) {
      return name.equals(ROW) ? row : null;
    }
  }
}
