package dev.colonnade.sql.execute.scan;

import static java.util.Objects.requireNonNull;

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
import dev.colonnade.sql.physical.access.TableAccess;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.row.RowFormat;
import dev.colonnade.type.schema.KeyColumn;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows of a table that meet filters, by one access path or another.
 *
 * @param columns the ids of the columns to read
 * @param filters all of which a row meets
 * @param rowLimit the maximum number of rows; 0 for all
 */
record TableRows(
    TableReads context, Table table, List<Integer> columns, List<Filter> filters, long rowLimit) {
  /**
   * Number of entries of a page from which rows are looked up in their order: the reader of the
   * rows often wants a few of them only.
   */
  private static final long ENTRIES_ORDERED = 128;

  PageStream open(TableAccess access) {
    TableIndex index = access.index();
    if (index == null) {
      return open(access, KeySpans.of(table.format(), filters));
    }
    List<Filter> searched = access.lookup() ? entryFilters(access, index) : allFilters(access);
    return open(access, KeySpans.of(index.format(), searched));
  }

  /** Variant of {@link #open(TableAccess)} for the rows within spans of the key. */
  PageStream open(TableAccess access, List<KeySpan> spans) {
    TableIndex index = access.index();
    if (index == null) {
      return scan(table.format(), access, spans);
    }
    return access.lookup()
        ? lookup(access, index, spans)
        : with(columns, allFilters(access), rowLimit).scan(index.format(), access, spans);
  }

  private IndexLookupStream lookup(TableAccess access, TableIndex index, List<KeySpan> spans) {
    if (access.order() != TableAccess.Order.ANY) {
      throw new IllegalArgumentException("order is lost: access=" + access);
    }
    return new IndexLookupStream(
        table, columns, rowLimit, entries(access, index, spans), this::rows);
  }

  /** Returns whether rows are looked up by an index, and are wanted in its order. */
  static boolean isOrderedLookup(TableAccess access) {
    return access.index() != null && access.lookup() && access.order() != TableAccess.Order.ANY;
  }

  /** Opens the rows of an {@linkplain #isOrderedLookup ordered lookup}. */
  OrderedLookupBatches ordered(TableAccess access, List<VectorType> types) {
    TableIndex index = requireNonNull(access.index(), "access has no index");
    List<Integer> read = new ArrayList<>(columns);
    for (KeyColumn part : table.schema().primaryKey()) {
      if (!read.contains(part.columnId())) {
        read.add(part.columnId());
      }
    }
    List<KeySpan> spans = KeySpans.of(index.format(), entryFilters(access, index));
    TableRows rows = with(read, filters, 0);
    return new OrderedLookupBatches(
        table, read, types, rowLimit, entries(access, index, spans), keys -> rows.rows(keys, 0));
  }

  private TableRows with(List<Integer> otherColumns, List<Filter> otherFilters, long otherLimit) {
    return new TableRows(context, table, otherColumns, otherFilters, otherLimit);
  }

  /** Returns the filters, and those on expressions of an index. */
  private List<Filter> allFilters(TableAccess access) {
    if (access.predicates().isEmpty()) {
      return filters;
    }
    List<Filter> all = new ArrayList<>(filters);
    all.addAll(ScanFilters.of(access.predicates(), context.evaluation()));
    return all;
  }

  /** Returns the filters that can be evaluated on entries of an index. */
  private List<Filter> entryFilters(TableAccess access, TableIndex index) {
    return allFilters(access).stream()
        .filter(
            filter ->
                new Selection(List.of(), filter)
                    .filteredColumns().stream().allMatch(index::contains))
        .toList();
  }

  /** Returns the row keys of an index's entries, filtered as far as entries allow. */
  private PageStream entries(TableAccess access, TableIndex index, List<KeySpan> spans) {
    List<Integer> key = table.schema().primaryKey().stream().map(part -> part.columnId()).toList();
    TableRows entries = with(key, entryFilters(access, index), 0);
    ScanRequest request = entries.scanRequest(index.format(), access, spans);
    if (access.order() != TableAccess.Order.ANY) {
      ScanLimits limits = request.limits();
      request = request.withLimits(limits.withPage(limits.page().withRows(ENTRIES_ORDERED)));
    }
    return open(request);
  }

  /** Returns the rows with these keys that meet the filters. */
  private PageStream rows(List<Key> rowKeys, long limit) {
    ScanTarget target = ScanTarget.rows(table.format());
    return open(
        request(target, ScanRequest.spansOf(target, rowKeys))
            .withOptions(ScanOptions.DEFAULT.withFormat(PageFormat.VECTORS))
            .withLimits(ScanLimits.DEFAULT.withRowLimit(limit)));
  }

  private PageStream scan(RowFormat format, TableAccess access, List<KeySpan> spans) {
    return open(scanRequest(format, access, spans));
  }

  private ScanRequest scanRequest(RowFormat format, TableAccess access, List<KeySpan> spans) {
    boolean isOrdered = rowLimit > 0 || access.order() != TableAccess.Order.ANY;
    Direction direction =
        access.order() == TableAccess.Order.BACKWARD ? Direction.REVERSE : Direction.FORWARD;
    return request(ScanTarget.rows(format), spans)
        .withOptions(
            ScanOptions.DEFAULT
                .withFormat(PageFormat.VECTORS)
                .withOrdered(isOrdered)
                .withDirection(direction))
        .withLimits(ScanLimits.DEFAULT.withRowLimit(rowLimit));
  }

  private ScanRequest request(ScanTarget target, List<KeySpan> spans) {
    Filter filter = filters.isEmpty() ? Filter.TRUE : new Filter.And(filters);
    return ScanRequest.of(
        target, spans, context.reads().readTimestamp(), new Selection(columns, filter));
  }

  private PageStream open(ScanRequest request) {
    return context.reads().scan(table, request, context.evaluation().cancellation());
  }
}
