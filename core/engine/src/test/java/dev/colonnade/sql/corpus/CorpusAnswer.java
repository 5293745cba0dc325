package dev.colonnade.sql.corpus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.colonnade.sql.corpus.CorpusRecord.Order;
import dev.colonnade.sql.corpus.CorpusRecord.Query;
import dev.colonnade.sql.function.value.TextOutputFormat;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.sql.statement.SqlColumn;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of a query in the form of the corpus: values as text, one a line. */
final class CorpusAnswer {
  private static final String CHECKSUM = " values hashing to ";
  private static final int FRACTION_DIGITS = 3;

  private CorpusAnswer() {}

  /** Returns the texts of a result's rows. */
  static List<List<@Nullable String>> texts(SqlResult result) {
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (@Nullable Object[] row = result.next(); row != null; row = result.next()) {
      List<@Nullable String> fields = new ArrayList<>();
      for (int i = 0; i < row.length; i++) {
        SqlColumn column = result.columns().get(i);
        Object value = row[i];
        fields.add(value == null ? null : TextOutputFormat.of(column.type().kind(), value));
      }
      rows.add(fields);
    }
    return rows;
  }

  /** Returns the values of rows; the number of values and their checksum if these are expected. */
  static List<String> of(List<List<@Nullable String>> rows, Query query) {
    List<String> values = values(rows, query);
    boolean isChecksum =
        query.expected().size() == 1 && query.expected().getFirst().contains(CHECKSUM);
    return isChecksum ? List.of(values.size() + CHECKSUM + checksum(values)) : values;
  }

  private static List<String> values(List<List<@Nullable String>> texts, Query query) {
    List<List<String>> rows = new ArrayList<>();
    for (List<@Nullable String> row : texts) {
      List<String> fields = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        char type = i < query.types().length() ? query.types().charAt(i) : 'T';
        fields.add(text(row.get(i), type));
      }
      rows.add(fields);
    }
    if (query.order() == Order.ROWSORT) {
      rows.sort(Comparator.comparing(row -> String.join("\n", row)));
    }
    List<String> values = new ArrayList<>();
    rows.forEach(values::addAll);
    if (query.order() == Order.VALUESORT) {
      values.sort(Comparator.naturalOrder());
    }
    return values;
  }

  private static String text(@Nullable String text, char type) {
    if (text == null) {
      return "NULL";
    }
    return switch (type) {
      case 'I' -> integer(text);
      case 'R' -> fraction(text);
      default -> text.isEmpty() ? "(empty)" : text.replaceAll("[^ -~]", "@");
    };
  }

  private static String integer(String text) {
    return switch (text) {
      case "t", "true" -> "1";
      case "f", "false" -> "0";
      default ->
          isNumber(text)
              ? new BigDecimal(text).setScale(0, RoundingMode.DOWN).toPlainString()
              : "0";
    };
  }

  private static String fraction(String text) {
    return isNumber(text)
        ? new BigDecimal(Double.parseDouble(text))
            .setScale(FRACTION_DIGITS, RoundingMode.HALF_EVEN)
            .toPlainString()
        : text;
  }

  private static boolean isNumber(String text) {
    return text.matches("[-+]?[0-9.]+(e[-+]?[0-9]+)?");
  }

  private static String checksum(List<String> values) {
    try {
      MessageDigest digest = MessageDigest.getInstance("MD5");
      values.forEach(value -> digest.update((value + "\n").getBytes(UTF_8)));
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
