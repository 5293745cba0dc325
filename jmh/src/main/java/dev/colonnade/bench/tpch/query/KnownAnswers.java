package dev.colonnade.bench.tpch.query;

import dev.colonnade.bench.tpch.Scale;
import java.util.ArrayList;
import java.util.List;

/** Known results of the queries, on which two other systems agree; for scale 0.01 only. */
public final class KnownAnswers {
  private static final double SCALE = 0.01;

  private KnownAnswers() {}

  /** Returns whether there are known results for the scale. */
  public static boolean existFor(Scale scale) {
    return scale.factor() == SCALE;
  }

  /** Returns whether the rows are equal to the known result of the query. */
  public static boolean matches(TpchQuery query, ComparableResult rows) {
    String csv = TpchQuery.resource("/tpch/sf0.01/" + query.name() + ".csv");
    return rows.matches(new ComparableResult(rowsOf(csv)));
  }

  /** Returns the rows below the header of a CSV text; fields may be quoted. */
  static List<List<String>> rowsOf(String csv) {
    return csv.lines().skip(1).filter(line -> !line.isEmpty()).map(KnownAnswers::fields).toList();
  }

  private static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        fields.add(field.toString().stripTrailing());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    fields.add(field.toString().stripTrailing());
    return fields;
  }
}
