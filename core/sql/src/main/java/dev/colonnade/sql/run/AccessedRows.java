package dev.colonnade.sql.run;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.filter.Filter;
import dev.colonnade.scan.request.Direction;
import dev.colonnade.scan.request.PageFormat;
import dev.colonnade.scan.request.ScanLimits;
import dev.colonnade.scan.request.ScanOptions;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.scan.request.ScanTarget;
import dev.colonnade.scan.request.Selection;
import dev.colonnade.sql.plan.scan.Access;
import dev.colonnade.sql.plan.scan.FilterTemplate;
import dev.colonnade.type.row.RowFormat;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.calcite.rex.RexNode;

/**
 * The rows of a table that meet some conditions, by one key or another. One execution.
 *
 * @param columns the ids of the columns wanted
 * @param filters all of which a row meets
 * @param rowLimit the most rows wanted; 0 for all
 */
record AccessedRows(
    StatementContext context,
    Table table,
    List<Integer> columns,
    List<Filter> filters,
    long rowLimit) {

  PageStream open(Access access) {
    TableIndex index = access.index();
    if (index == null) {
      return open(access, KeySpans.of(table.format(), filters));
    }
    List<Filter> asked = access.lookup() ? filtersOf(access, index) : allFilters(access, index);
    return open(access, KeySpans.of(index.format(), asked));
  }

  /** Variant of {@link #open(Access)} for the rows within some spans of the key. */
  PageStream open(Access access, List<KeySpan> spans) {
    TableIndex index = access.index();
    if (index == null) {
      return scan(table.format(), access, spans);
    }
    return access.lookup()
        ? new LookupStream(this, access, index, spans)
        : with(columns, allFilters(access, index)).scan(index.format(), access, spans);
  }

  private AccessedRows with(List<Integer> otherColumns, List<Filter> otherFilters) {
    return new AccessedRows(context, table, otherColumns, otherFilters, rowLimit);
  }

  /** The conditions, and those on expressions of an index. */
  private List<Filter> allFilters(Access access, TableIndex index) {
    if (access.conditions().isEmpty()) {
      return filters;
    }
    FilterTemplate template = FilterTemplate.ofEntries(table, index);
    List<Filter> all = new ArrayList<>(filters);
    for (RexNode condition : access.conditions()) {
      all.add(template.filter(condition, context.constants()));
    }
    return all;
  }

  /** Returns the conditions that can be evaluated on entries of an index. */
  private List<Filter> filtersOf(Access access, TableIndex index) {
    return allFilters(access, index).stream()
        .filter(
            filter ->
                new Selection(List.of(), filter)
                    .filteredColumns().stream().allMatch(index::contains))
        .toList();
  }

  /** Returns the entries of an index, filtered by the conditions that they can evaluate. */
  PageStream entries(Access access, TableIndex index, List<KeySpan> spans) {
    List<Integer> key = table.schema().primaryKey().stream().map(part -> part.columnId()).toList();
    return new AccessedRows(context, table, key, filtersOf(access, index), 0)
        .scan(index.format(), access, spans);
  }

  /** The rows with these keys, as far as they meet the conditions. */
  PageStream rows(Collection<Key> rowKeys, long limit) {
    ScanTarget target = ScanTarget.rows(table.format());
    return open(
        request(target, ScanRequest.spansOf(target, rowKeys))
            .withLimits(ScanLimits.DEFAULT.withRowLimit(limit)));
  }

  private PageStream scan(RowFormat format, Access access, List<KeySpan> spans) {
    boolean isOrdered = rowLimit > 0 || access.order() != Access.Order.ANY;
    Direction direction =
        access.order() == Access.Order.BACKWARD ? Direction.REVERSE : Direction.FORWARD;
    return open(
        request(ScanTarget.rows(format), spans)
            .withOptions(ScanOptions.DEFAULT.withOrdered(isOrdered).withDirection(direction))
            .withLimits(ScanLimits.DEFAULT.withRowLimit(rowLimit)));
  }

  private ScanRequest request(ScanTarget target, List<KeySpan> spans) {
    Filter filter = filters.isEmpty() ? Filter.TRUE : new Filter.And(filters);
    return ScanRequest.of(
        target, spans, context.transaction().readTimestamp(), new Selection(columns, filter));
  }

  private PageStream open(ScanRequest request) {
    if (!context.services().scansKeyValues()) {
      return context.transaction().scan(table, request, context.cancellation());
    }
    ScanRequest raw = request.withOptions(request.options().withFormat(PageFormat.KEY_VALUES));
    return new DecodedPairs(
        context.transaction().scan(table, raw, context.cancellation()), request);
  }
}
