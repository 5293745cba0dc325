package dev.colonnade.sql.plan.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;

/** Names of the columns of a query's result, where its text alone determines them. */
public final class ResultNames {
  /** Stands for the columns of a star: no column is called so. */
  private static final String STAR = "";

  /** Stands in names behind those that a list has already: no name is written with it. */
  private static final char REPEATED = '\0';

  private ResultNames() {}

  /**
   * Returns the name of a column in a list: the given name, unless another column has it. A renamed
   * column is referred to by stars only: no reference by name alone can mean it.
   */
  public static String unlike(String name, Set<String> taken) {
    String unlike = name;
    for (int turn = 1; taken.contains(unlike); turn++) {
      unlike = shown(name) + REPEATED + turn;
    }
    return unlike;
  }

  /** Returns whether a column was {@linkplain #unlike renamed} since another one has the name. */
  public static boolean repeats(String column, String name) {
    return column.length() > name.length()
        && column.charAt(name.length()) == REPEATED
        && column.startsWith(name);
  }

  /** Returns the displayed form of a name. */
  public static String shown(String name) {
    int end = name.indexOf(REPEATED);
    return end < 0 ? name : name.substring(0, end);
  }

  /** The names, with something in the place of stars; empty if the query has no list of columns. */
  public static List<String> of(SqlNode query) {
    return switch (query) {
      case SqlOrderBy orderBy -> of(orderBy.query);
      case SqlWith with -> of(with.body);
      case SqlSelect select -> ofSelect(select);
      case SqlCall call when call.getKind() == SqlKind.VALUES -> ofValues(call.operand(0));
      case SqlCall call when SqlKind.SET_QUERY.contains(call.getKind()) -> of(call.operand(0));
      default -> List.of();
    };
  }

  /**
   * The names of a result.
   *
   * @param written what {@link #of} said
   * @param planned what the plan calls the columns, which is right for those of a star
   */
  public static List<String> of(List<String> written, List<String> planned) {
    List<String> names = new ArrayList<>();
    planned.forEach(name -> names.add(shown(name)));
    if (!written.contains(STAR)) {
      return written.size() == names.size() ? written : names;
    }
    for (int i = 0; i < Math.min(written.indexOf(STAR), names.size()); i++) {
      names.set(i, written.get(i));
    }
    int behind = Math.min(written.size() - 1 - written.lastIndexOf(STAR), names.size());
    for (int i = 1; i <= behind; i++) {
      names.set(names.size() - i, written.get(written.size() - i));
    }
    return names;
  }

  /** The name of one expression of a list. */
  public static String ofItem(SqlNode item) {
    return ExpressionNames.of(item);
  }

  private static List<String> ofValues(SqlCall row) {
    return IntStream.rangeClosed(1, row.operandCount()).mapToObj(i -> "column" + i).toList();
  }

  private static List<String> ofSelect(SqlSelect select) {
    List<String> names = new ArrayList<>();
    for (SqlNode item : select.getSelectList()) {
      if (item instanceof SqlIdentifier identifier && identifier.isStar()) {
        names.add(STAR);
      } else {
        names.add(ExpressionNames.of(item));
      }
    }
    return names;
  }
}
