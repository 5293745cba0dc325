package dev.colonnade.sql.parser.definition;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.query.QueryGrammar;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.definition.Definition;
import dev.colonnade.sql.syntax.definition.TableDefinition;
import dev.colonnade.sql.syntax.definition.TableDefinition.Bound;
import dev.colonnade.sql.syntax.definition.TableDefinition.NewTable;
import dev.colonnade.sql.syntax.definition.TableDefinition.Origin;
import dev.colonnade.sql.syntax.definition.TableDefinition.Persistence;
import dev.colonnade.sql.syntax.definition.TableDefinition.Storage;
import dev.colonnade.sql.syntax.definition.TableElement;
import dev.colonnade.sql.syntax.query.Expression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of CREATE TABLE and CREATE TABLE AS. */
final class TableParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final Names names;
  private final OptionParser options;
  private final ElementParser elements;

  TableParser(QueryGrammar grammar, OptionParser options, ElementParser elements) {
    this.grammar = grammar;
    this.tokens = grammar.tokens();
    this.names = grammar.names();
    this.options = options;
    this.elements = elements;
  }

  /** Returns CREATE TABLE behind the word TABLE. */
  Definition create(Persistence persistence, int position) {
    boolean ifNotExists = options.ifNotExists();
    NewTable table = new NewTable(names.relation(), persistence, ifNotExists);
    if (tokens.accept(Keyword.OF)) {
      QualifiedName type = names.any();
      return create(table, new Origin.OfType(type, typedElements()), position);
    }
    if (tokens.accept(Keyword.PARTITION)) {
      tokens.expect(Keyword.OF);
      QualifiedName parent = names.relation();
      List<TableElement> typed = typedElements();
      return create(table, new Origin.PartitionOf(parent, typed, bound()), position);
    }
    if (isAs()) {
      return createAs(table, position);
    }
    tokens.expect(TokenKind.LEFT_PARENTHESIS);
    List<TableElement> list =
        tokens.at(TokenKind.RIGHT_PARENTHESIS) ? List.of() : tokens.list(elements::element);
    tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    List<QualifiedName> inherits =
        tokens.accept(Keyword.INHERITS) ? tokens.parenthesized(names::relation) : List.of();
    return create(table, new Origin.Elements(list, inherits), position);
  }

  private Definition create(NewTable table, Origin origin, int position) {
    TableDefinition.Partitioning partitioning =
        tokens.at(Keyword.PARTITION) ? partitioning() : null;
    return new TableDefinition.CreateTable(table, origin, partitioning, storage(), position);
  }

  private List<TableElement> typedElements() {
    return tokens.at(TokenKind.LEFT_PARENTHESIS)
        ? tokens.parenthesized(elements::typedElement)
        : List.of();
  }

  /** Returns whether names of columns or a clause before AS stand here, no elements. */
  private boolean isAs() {
    if (!tokens.at(TokenKind.LEFT_PARENTHESIS)) {
      return true;
    }
    return names.isColumn(1)
        && (tokens.at(2, TokenKind.COMMA) || tokens.at(2, TokenKind.RIGHT_PARENTHESIS));
  }

  private Definition createAs(NewTable table, int position) {
    List<String> columns = names.optionalColumns();
    Storage storage = storage();
    tokens.expect(Keyword.AS);
    TableDefinition.TableSource source = source();
    return new TableDefinition.CreateTableAs(table, columns, storage, source, withData(), position);
  }

  private TableDefinition.TableSource source() {
    if (!tokens.accept(Keyword.EXECUTE)) {
      return new TableDefinition.TableSource(grammar.statementQuery(), null, List.of());
    }
    String name = names.column();
    List<Expression> arguments =
        tokens.at(TokenKind.LEFT_PARENTHESIS)
            ? tokens.parenthesized(grammar::expression)
            : List.of();
    return new TableDefinition.TableSource(null, name, arguments);
  }

  /** Returns whether a table is filled: WITH [NO] DATA. */
  boolean withData() {
    if (!tokens.accept(Keyword.WITH)) {
      return true;
    }
    boolean filled = !tokens.accept(Keyword.NO);
    tokens.expect(Keyword.DATA);
    return filled;
  }

  /** Returns the clauses behind the elements. */
  Storage storage() {
    String method = tokens.accept(Keyword.USING) ? names.column() : null;
    List<Option> with = List.of();
    if (tokens.accept(Keyword.WITHOUT)) {
      tokens.expect(Keyword.OIDS);
    } else if (tokens.accept(Keyword.WITH)) {
      with = options.options();
    }
    TableDefinition.OnCommit onCommit = onCommit();
    String tablespace = tokens.accept(Keyword.TABLESPACE) ? names.column() : null;
    return new Storage(method, with, onCommit, tablespace);
  }

  private TableDefinition.OnCommit onCommit() {
    if (!tokens.accept(Keyword.ON)) {
      return TableDefinition.OnCommit.NONE;
    }
    tokens.expect(Keyword.COMMIT);
    if (tokens.accept(Keyword.DROP)) {
      return TableDefinition.OnCommit.DROP;
    }
    boolean delete = tokens.accept(Keyword.DELETE);
    if (!delete) {
      tokens.expect(Keyword.PRESERVE);
    }
    tokens.expect(Keyword.ROWS);
    return delete ? TableDefinition.OnCommit.DELETE_ROWS : TableDefinition.OnCommit.PRESERVE_ROWS;
  }

  private TableDefinition.Partitioning partitioning() {
    int position = tokens.position();
    tokens.expect(Keyword.PARTITION, Keyword.BY);
    String strategy = names.column();
    return new TableDefinition.Partitioning(
        strategy, tokens.parenthesized(this::partitionKey), position);
  }

  private TableDefinition.PartitionKey partitionKey() {
    int position = tokens.position();
    String column = null;
    Expression expression = null;
    if (tokens.accept(TokenKind.LEFT_PARENTHESIS)) {
      expression = grammar.expression();
      tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    } else if (grammar.atCall()) {
      expression = grammar.windowlessCall();
    } else {
      column = names.column();
    }
    QualifiedName collation = tokens.accept(Keyword.COLLATE) ? names.any() : null;
    QualifiedName operatorClass = names.isColumn(0) ? names.any() : null;
    return new TableDefinition.PartitionKey(column, expression, collation, operatorClass, position);
  }

  /** Returns the rows of a partition. */
  Bound bound() {
    if (tokens.accept(Keyword.DEFAULT)) {
      return new Bound.Default();
    }
    tokens.expect(Keyword.FOR, Keyword.VALUES);
    if (tokens.accept(Keyword.IN)) {
      return new Bound.In(tokens.parenthesized(grammar::expression));
    }
    if (tokens.accept(Keyword.WITH)) {
      return hash();
    }
    tokens.expect(Keyword.FROM);
    List<Expression> from = tokens.parenthesized(grammar::expression);
    tokens.expect(Keyword.TO);
    return new Bound.Range(from, tokens.parenthesized(grammar::expression));
  }

  private Bound hash() {
    List<Option> parts =
        tokens.parenthesized(
            () -> {
              int start = tokens.position();
              String name = names.word();
              return new Option(name, Integer.toString(tokens.integer()), start);
            });
    Integer modulus = null;
    Integer remainder = null;
    for (Option part : parts) {
      int value = Integer.parseInt(String.valueOf(part.value()));
      switch (part.name()) {
        case "modulus" -> modulus = once(modulus, value, part);
        case "remainder" -> remainder = once(remainder, value, part);
        default ->
            throw tokens.error(
                "unrecognized hash partition bound specification \"" + part.name() + "\"",
                part.position());
      }
    }
    if (modulus == null) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR, "modulus for hash partition must be specified");
    }
    if (remainder == null) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR, "remainder for hash partition must be specified");
    }
    return new Bound.Hash(modulus, remainder);
  }

  private int once(@Nullable Integer known, int value, Option part) {
    if (known != null) {
      throw tokens.error(
          ErrorCode.DUPLICATE_OBJECT,
          part.name() + " for hash partition provided more than once",
          part.position());
    }
    return value;
  }
}
