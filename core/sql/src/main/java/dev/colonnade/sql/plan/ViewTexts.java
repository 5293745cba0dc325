package dev.colonnade.sql.plan;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.sql.parse.StatementParser;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Queries of views as others have to write them: tables that another search path does not find, or
 * finds others for, with their schemas. All else stays as it was written.
 */
public final class ViewTexts extends SqlBasicVisitor<@Nullable Void> {
  private final NameScope written;
  private final NameScope reader;
  private final String text;
  private final Set<String> withNames = new HashSet<>();
  private final Map<Integer, SqlIdentifier> tables = new TreeMap<>();

  private ViewTexts(View view, NameScope reader) {
    this.written = reader.withPath(view.lookup().path());
    this.reader = reader;
    this.text = view.query();
  }

  /** The query of a view for a session that sees {@code reader}. */
  public static String of(View view, NameScope reader) {
    ViewTexts texts = new ViewTexts(view, reader);
    StatementParser.parse(view.query()).accept(texts);
    return texts.qualified();
  }

  @Override
  public @Nullable Void visit(SqlCall call) {
    if (call instanceof SqlWithItem item) {
      withNames.add(item.name.getSimple());
    }
    if (call instanceof SqlSelect select) {
      from(select.getFrom());
    }
    return super.visit(call);
  }

  private void from(@Nullable SqlNode node) {
    if (node instanceof SqlJoin join) {
      from(join.getLeft());
      from(join.getRight());
    } else if (node instanceof SqlCall call
        && (call.getKind() == SqlKind.AS || call.getKind() == SqlKind.TABLE_REF)) {
      from(call.operand(0));
    } else if (node instanceof SqlIdentifier name && name.isSimple()) {
      SqlParserPos pos = name.getParserPosition();
      tables.put(Views.offset(text, pos.getLineNum(), pos.getColumnNum()), name);
    }
  }

  private String qualified() {
    StringBuilder result = new StringBuilder(text);
    Map<Integer, String> prefixes = new HashMap<>();
    tables.forEach(
        (offset, name) -> {
          String prefix = withNames.contains(name.getSimple()) ? null : prefix(name.names);
          if (prefix != null) {
            prefixes.put(offset, prefix);
          }
        });
    prefixes.keySet().stream()
        .sorted((left, right) -> Integer.compare(right, left))
        .forEach(offset -> result.insert(offset, prefixes.get(offset)));
    return result.toString();
  }

  /** The schema with its dot, if the name alone means something else, or nothing, to the reader. */
  private @Nullable String prefix(List<String> name) {
    Relation meant = written.findRelation(name);
    Relation seen = reader.findRelation(name);
    SchemaEntry schema = meant == null ? null : written.catalog().findSchema(meant.schemaId());
    return meant == null || schema == null || (seen != null && seen.id() == meant.id())
        ? null
        : NameScope.quoted(schema.name()) + ".";
  }
}
