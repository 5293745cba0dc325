package dev.colonnade.sql.run;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.filter.Filter;
import dev.colonnade.scan.page.ColumnPage;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.sql.plan.scan.Access;
import dev.colonnade.sql.plan.scan.FilterTemplate;
import dev.colonnade.sql.plan.scan.ScanSpec;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.runtime.FlatLists;
import org.jspecify.annotations.Nullable;

/** The rows of a scan for generated code: arrays, or bare values where there is one column. */
public final class ScanRows {
  private ScanRows() {}

  /** Called by generated code. Each enumeration is a scan of its own. */
  public static Enumerable<Object> scan(DataContext root, ScanSpec spec) {
    StatementContext context = ((CompiledQuery.Root) root).context();
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<Object> enumerator() {
        return new PageEnumerator(context.opened(open(context, spec)), spec.ordinals().size());
      }
    };
  }

  static PageStream open(StatementContext context, ScanSpec spec) {
    Table table = spec.table();
    FilterTemplate template = new FilterTemplate(table.schema());
    List<Filter> filters =
        spec.conditions().stream()
            .map((RexNode condition) -> template.filter(condition, context.constants()))
            .toList();
    List<Integer> columns =
        spec.ordinals().stream().map(i -> table.schema().columns().get(i).id()).toList();
    Access access = context.usesIndexes() ? spec.access() : spec.access().withoutIndex();
    return new AccessedRows(context, table, columns, filters, spec.rowLimit()).open(access);
  }

  /** Reads pages row by row; each page is released when its last row was read. */
  private static final class PageEnumerator implements Enumerator<Object> {
    private final PageStream stream;
    private final int width;
    private @Nullable ColumnPage page;
    private @Nullable PageReader reader;
    private int row = -1;

    PageEnumerator(PageStream stream, int width) {
      this.stream = stream;
      this.width = width;
    }

    @Override
    public boolean moveNext() {
      row++;
      while (page == null || row >= page.rowCount()) {
        if (!nextPage()) {
          return false;
        }
      }
      return true;
    }

    private boolean nextPage() {
      closePage();
      ScanPage next = stream.next();
      if (next == null) {
        return false;
      }
      page = (ColumnPage) next;
      reader = new PageReader(page.batch());
      row = 0;
      return true;
    }

    @Override
    public @Nullable Object current() {
      PageReader open = reader;
      if (open == null) {
        throw new IllegalStateException("there is no row");
      }
      return switch (width) {
        case 0 -> FlatLists.COMPARABLE_EMPTY_LIST;
        case 1 -> open.value(0, row);
        default -> open.row(row);
      };
    }

    private void closePage() {
      if (page != null) {
        page.close();
        page = null;
        reader = null;
      }
    }

    @Override
    public void reset() {
      throw new UnsupportedOperationException("a scan cannot be started over");
    }

    @Override
    public void close() {
      closePage();
      stream.close();
    }
  }
}
