package dev.colonnade.bench.tpch.query;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Query of the workload.
 *
 * @param name name in measurements, such as {@code q01} or {@code sum4}
 * @param sql text of the query
 */
public record TpchQuery(String name, String sql) {
  /** Number of the queries of TPC-H. */
  public static final int COUNT = 22;

  private static final List<TpchQuery> SUMS =
      List.of(
          new TpchQuery("sum1", "select sum(l_quantity) from lineitem"),
          new TpchQuery(
              "sum4",
              "select sum(l_quantity), sum(l_extendedprice), sum(l_discount), sum(l_tax)"
                  + " from lineitem"));

  public TpchQuery {
    requireNonNull(name, "name is null");
    requireNonNull(sql, "sql is null");
  }

  /** Returns all queries of TPC-H, and sums of one and of four columns. */
  public static List<TpchQuery> all() {
    List<TpchQuery> all = new ArrayList<>();
    for (int number = 1; number <= COUNT; number++) {
      all.add(number(number));
    }
    all.addAll(SUMS);
    return all;
  }

  /** Returns a query of TPC-H by its number. */
  public static TpchQuery number(int number) {
    String name = String.format(Locale.ROOT, "q%02d", number);
    String text = resource("/tpch/queries/" + name + ".sql").strip();
    return new TpchQuery(name, text.endsWith(";") ? text.substring(0, text.length() - 1) : text);
  }

  /** Returns whether the query belongs to TPC-H. */
  public boolean isTpchQuery() {
    return name.startsWith("q");
  }

  public static String resource(String path) {
    try (InputStream in = TpchQuery.class.getResourceAsStream(path)) {
      return new String(requireNonNull(in, path).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("resource cannot be read: path=" + path, e);
    }
  }
}
