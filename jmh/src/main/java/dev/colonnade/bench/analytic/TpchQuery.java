package dev.colonnade.bench.analytic;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A query that is measured.
 *
 * @param name as figures have it: {@code q01}, {@code sum4}
 */
record TpchQuery(String name, String sql) {
  /** How many queries TPC-H has. */
  static final int COUNT = 22;

  private static final List<TpchQuery> SUMS =
      List.of(
          new TpchQuery("sum1", "select sum(l_quantity) from lineitem"),
          new TpchQuery(
              "sum4",
              "select sum(l_quantity), sum(l_extendedprice), sum(l_discount), sum(l_tax)"
                  + " from lineitem"));

  TpchQuery {
    requireNonNull(name, "name is null");
    requireNonNull(sql, "sql is null");
  }

  /** All of TPC-H, and sums of one and of four columns. */
  static List<TpchQuery> all() {
    List<TpchQuery> all = new ArrayList<>();
    for (int number = 1; number <= COUNT; number++) {
      all.add(number(number));
    }
    all.addAll(SUMS);
    return all;
  }

  /** A query of TPC-H. */
  static TpchQuery number(int number) {
    String name = String.format(Locale.ROOT, "q%02d", number);
    String text = resource("/tpch/queries/" + name + ".sql").strip();
    return new TpchQuery(name, text.endsWith(";") ? text.substring(0, text.length() - 1) : text);
  }

  /** Whether it is one of TPC-H's. */
  boolean isOfTpch() {
    return name.startsWith("q");
  }

  static String resource(String path) {
    try (InputStream in = TpchQuery.class.getResourceAsStream(path)) {
      return new String(requireNonNull(in, path).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("resource cannot be read: path=" + path, e);
    }
  }
}
