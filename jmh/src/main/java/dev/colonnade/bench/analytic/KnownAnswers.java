package dev.colonnade.bench.analytic;

import dev.colonnade.bench.tpch.Scale;
import java.util.ArrayList;
import java.util.List;

/** Answers that two other systems agreed on; there are those of scale 0.01. */
final class KnownAnswers {
  private static final double SCALE = 0.01;

  private KnownAnswers() {}

  static boolean areThere(Scale scale) {
    return scale.factor() == SCALE;
  }

  /** Whether these rows are the answer. */
  static boolean hold(TpchQuery query, ResultRows rows) {
    String csv = TpchQuery.resource("/tpch/sf0.01/" + query.name() + ".csv");
    return rows.isLike(new ResultRows(rowsOf(csv)));
  }

  /** The rows below the header; fields may stand in quotes. */
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
