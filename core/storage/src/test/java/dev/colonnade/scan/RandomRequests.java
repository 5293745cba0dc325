package dev.colonnade.scan;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.scan.filter.Comparison;
import dev.colonnade.scan.filter.Filter;
import dev.colonnade.scan.request.Direction;
import dev.colonnade.scan.request.PageFormat;
import dev.colonnade.scan.request.PageLimits;
import dev.colonnade.scan.request.ScanLimits;
import dev.colonnade.scan.request.ScanOptions;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.scan.request.Selection;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Generator of random scan requests for a random table. */
final class RandomRequests {
  private final Random random;
  private final RandomTable table;

  RandomRequests(Random random, RandomTable table) {
    this.random = random;
    this.table = table;
  }

  ScanRequest next() {
    ScanRequest request =
        ScanRequest.of(
            table.table.target(),
            spans(),
            table.randomTimestamp(),
            new Selection(ids(), filter(0)));
    return request.withLimits(limits()).withOptions(options());
  }

  private ScanOptions options() {
    return ScanOptions.DEFAULT
        .withDirection(random.nextBoolean() ? Direction.FORWARD : Direction.REVERSE)
        .withOrdered(random.nextBoolean())
        .withFormat(List.of(PageFormat.values()).get(random.nextInt(PageFormat.values().length)))
        .withTrace(random.nextInt(4) == 0);
  }

  private ScanLimits limits() {
    PageLimits page = PageLimits.DEFAULT;
    if (random.nextBoolean()) {
      page = page.withRows(1 + random.nextInt(5));
    }
    if (random.nextBoolean()) {
      page = page.withEncodedBytes(1 + random.nextInt(random.nextBoolean() ? 2 : 1500));
    }
    if (random.nextInt(3) == 0) {
      page = page.withScannedBytes(1 + random.nextInt(400));
    }
    return ScanLimits.DEFAULT
        .withPage(page)
        .withRowLimit(random.nextInt(3) == 0 ? 1 + random.nextInt(12) : 0)
        .withRowEstimate(random.nextInt(3) == 0 ? random.nextInt(100) : 0);
  }

  /** Returns spans whose bounds are row keys, ends of rows, or key prefixes. */
  private List<KeySpan> spans() {
    KeySpan all = table.table.span();
    if (random.nextInt(3) == 0) {
      return List.of(all);
    }
    TreeSet<Key> bounds = new TreeSet<>();
    int count = 2 + 2 * random.nextInt(3);
    for (int i = 0; i < count; i++) {
      bounds.add(bound());
    }
    List<Key> ascending = new ArrayList<>(bounds);
    List<KeySpan> spans = new ArrayList<>();
    for (int i = 0; i + 1 < ascending.size(); i += random.nextBoolean() ? 1 : 2) {
      spans.add(new KeySpan(ascending.get(i), ascending.get(i + 1)));
    }
    if (random.nextInt(8) == 0) {
      spans.add(new KeySpan(all.end(), all.end()));
    }
    return spans;
  }

  private Key bound() {
    Key rowKey = table.table.rowKey(table.randomKey());
    return switch (random.nextInt(4)) {
      case 0 -> table.table.format().keyCodec().rowSpan(rowKey).end();
      case 1 -> table.table.format().keyCodec().prefix(table.randomKey()[0]);
      case 2 -> table.table.span().start();
      default -> rowKey;
    };
  }

  private List<Integer> ids() {
    List<Integer> ids = new ArrayList<>();
    for (Column column : table.table.schema().columns()) {
      ids.add(column.id());
    }
    Collections.shuffle(ids, random);
    return ids.subList(0, random.nextInt(ids.size() + 1));
  }

  private Filter filter(int depth) {
    return switch (random.nextInt(depth > 3 ? 8 : 13)) {
      case 0, 1 -> Filter.TRUE;
      case 2 -> new Filter.IsNull(column().id());
      case 3, 4 -> {
        Column column = column();
        List<Comparison> all = List.of(Comparison.values());
        yield Filter.compare(
            column.id(), all.get(random.nextInt(all.size())), table.randomLiteral(column));
      }
      case 5 -> {
        Column column = column();
        yield new Filter.Between(
            column.id(), table.randomLiteral(column), table.randomLiteral(column));
      }
      case 6 -> {
        Column column = column();
        List<@Nullable Object> literals = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          literals.add(table.randomLiteral(column));
        }
        yield Filter.in(column.id(), literals.toArray());
      }
      case 7 -> like();
      case 8, 9 -> new Filter.Not(filter(depth + 1));
      case 10 -> new Filter.Or(filters(depth + 1));
      default -> new Filter.And(filters(depth + 1));
    };
  }

  private List<Filter> filters(int depth) {
    List<Filter> filters = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      filters.add(filter(depth));
    }
    return filters;
  }

  private Column column() {
    List<Column> columns = table.table.schema().columns();
    return columns.get(random.nextInt(columns.size()));
  }

  private Filter like() {
    Column column = column();
    if (!column.type().isText()) {
      return Filter.TRUE;
    }
    Object literal = table.randomLiteral(column);
    String text = literal == null ? "" : (String) literal;
    StringBuilder pattern = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (random.nextInt(5)) {
                case 0 -> pattern.append('%');
                case 1 -> pattern.append('_');
                default -> pattern.appendCodePoint(c);
              }
            });
    return new Filter.Like(
        column.id(),
        pattern.append(random.nextBoolean() ? "%" : "").toString(),
        Filter.Like.NO_ESCAPE);
  }
}
