package dev.colonnade.sql.run;

import java.util.List;
import java.util.Map;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.runtime.Bindable;
import org.apache.calcite.schema.SchemaPlus;
import org.jspecify.annotations.Nullable;

/** A query as generated code. */
final class CompiledQuery implements RunnableQuery {
  private final Bindable<?> code;
  private final Map<String, Object> stash;
  private final boolean isWide;

  /**
   * A query of generated code.
   *
   * @param stash what the code refers to by name
   * @param isWide whether rows have several columns: a list is a row then, and not an array
   */
  CompiledQuery(Bindable<?> code, Map<String, Object> stash, boolean isWide) {
    this.isWide = isWide;
    this.code = code;
    this.stash = stash;
  }

  @Override
  public InternalRows run(StatementContext context) {
    return new EnumeratorRows(code.bind(new Root(context, stash)).enumerator(), context, isWide);
  }

  /** Context of generated code. */
  record Root(StatementContext context, Map<String, Object> stash) implements DataContext {
    @Override
    public @Nullable SchemaPlus getRootSchema() {
      return context.rootSchema();
    }

    @Override
    public JavaTypeFactory getTypeFactory() {
      return context.getTypeFactory();
    }

    @Override
    public @Nullable QueryProvider getQueryProvider() {
      return null; // generated code requests none
    }

    @Override
    public @Nullable Object get(String name) {
      Object stashed = stash.get(name);
      return stashed != null ? stashed : context.get(name);
    }
  }

  private static final class EnumeratorRows implements InternalRows {
    private final Enumerator<?> enumerator;
    private final StatementContext context;
    private final boolean isWide;

    EnumeratorRows(Enumerator<?> enumerator, StatementContext context, boolean isWide) {
      this.enumerator = enumerator;
      this.isWide = isWide;
      this.context = context;
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      context.cancellation().check();
      if (!enumerator.moveNext()) {
        return null;
      }
      Object current = enumerator.current();
      return switch (current) {
        case Object[] row -> row;
        case List<?> row when isWide -> row.toArray();
        case null, default -> new @Nullable Object[] {current};
      };
    }

    @Override
    public void close() {
      try {
        enumerator.close();
      } finally {
        context.close();
      }
    }
  }
}
