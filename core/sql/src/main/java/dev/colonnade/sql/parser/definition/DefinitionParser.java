package dev.colonnade.sql.parser.definition;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.parser.query.QueryGrammar;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.definition.Definition;
import dev.colonnade.sql.syntax.definition.UnsupportedDefinition;
import dev.colonnade.sql.syntax.definition.ViewDefinition;
import org.jspecify.annotations.Nullable;

/** Parser of statements that define, change and drop objects, by their first keyword. */
public final class DefinitionParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final OptionParser options;
  private final ConstraintParser constraints;
  private final ElementParser elements;
  private final TableParser tables;
  private final AlterTableParser alterTables;
  private final ObjectParser objects;
  private final TypeDefinitionParser types;
  private final RoleParser roles;
  private final PrivilegeParser privileges;
  private final CreateParser creates;

  public DefinitionParser(QueryGrammar grammar) {
    this.grammar = requireNonNull(grammar, "grammar is null");
    this.tokens = grammar.tokens();
    this.options = new OptionParser(grammar);
    this.constraints = new ConstraintParser(grammar, options);
    this.elements = new ElementParser(grammar, options, constraints);
    this.tables = new TableParser(grammar, options, elements);
    this.alterTables = new AlterTableParser(grammar, options, elements, constraints, tables);
    this.objects = new ObjectParser(grammar, options);
    this.types = new TypeDefinitionParser(grammar, options, elements, constraints, alterTables);
    this.roles = new RoleParser(grammar, options);
    this.privileges = new PrivilegeParser(grammar, options, objects);
    this.creates = new CreateParser(this);
  }

  /** Returns the definition at the current token, null if its keyword begins none. */
  public @Nullable Definition parse() {
    Keyword keyword = tokens.keyword();
    if (keyword == null) {
      return null;
    }
    return switch (keyword) {
      case CREATE -> creates.parse();
      case ALTER -> new AlterParser(this).parse();
      case DROP -> new DropParser(this).drop();
      case COMMENT -> new DropParser(this).comment();
      case SECURITY -> new DropParser(this).securityLabel();
      case TRUNCATE -> new DropParser(this).truncate();
      case GRANT -> privileges.grant(tokens.position());
      case REVOKE -> privileges.revoke(tokens.position());
      case REASSIGN -> roles.reassign(tokens.position());
      case REFRESH -> refresh();
      case IMPORT -> importSchema();
      default -> null;
    };
  }

  private Definition refresh() {
    int position = tokens.position();
    tokens.expect(Keyword.REFRESH, Keyword.MATERIALIZED);
    tokens.expect(Keyword.VIEW);
    boolean concurrently = tokens.accept(Keyword.CONCURRENTLY);
    return new ViewDefinition.RefreshMaterializedView(
        grammar.names().relation(),
        concurrently,
        tokens.at(Keyword.WITH) ? (Boolean) tables.withData() : null,
        position);
  }

  private Definition importSchema() {
    int position = tokens.position();
    tokens.expect(Keyword.IMPORT, Keyword.FOREIGN);
    tokens.expect(Keyword.SCHEMA);
    return new UnsupportedDefinition("IMPORT FOREIGN SCHEMA", options.rest(position), position);
  }

  QueryGrammar grammar() {
    return grammar;
  }

  /** Returns the parser of options, which commands have too. */
  public OptionParser options() {
    return options;
  }

  ConstraintParser constraints() {
    return constraints;
  }

  ElementParser elements() {
    return elements;
  }

  TableParser tables() {
    return tables;
  }

  AlterTableParser alterTables() {
    return alterTables;
  }

  ObjectParser objects() {
    return objects;
  }

  TypeDefinitionParser types() {
    return types;
  }

  RoleParser roles() {
    return roles;
  }

  PrivilegeParser privileges() {
    return privileges;
  }

  CreateParser creates() {
    return creates;
  }
}
