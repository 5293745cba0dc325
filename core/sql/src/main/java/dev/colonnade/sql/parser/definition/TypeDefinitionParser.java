package dev.colonnade.sql.parser.definition;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.query.QueryGrammar;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.DropBehavior;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.definition.Definition;
import dev.colonnade.sql.syntax.definition.TableAction;
import dev.colonnade.sql.syntax.definition.TypeDefinition;
import dev.colonnade.sql.syntax.definition.TypeDefinition.AttributeAction;
import dev.colonnade.sql.syntax.definition.TypeDefinition.DomainAction;
import dev.colonnade.sql.syntax.definition.UnsupportedDefinition;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.syntax.query.TypeName;
import java.util.List;

/** Parser of CREATE TYPE, ALTER TYPE, CREATE DOMAIN and ALTER DOMAIN. */
final class TypeDefinitionParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final Names names;
  private final OptionParser options;
  private final ElementParser elements;
  private final ConstraintParser constraints;
  private final AlterTableParser alters;

  TypeDefinitionParser(
      QueryGrammar grammar,
      OptionParser options,
      ElementParser elements,
      ConstraintParser constraints,
      AlterTableParser alters) {
    this.grammar = grammar;
    this.tokens = grammar.tokens();
    this.names = grammar.names();
    this.options = options;
    this.elements = elements;
    this.constraints = constraints;
    this.alters = alters;
  }

  /** Returns CREATE TYPE behind these words. */
  Definition create(int position) {
    QualifiedName name = names.any();
    if (!tokens.accept(Keyword.AS)) {
      if (tokens.at(TokenKind.LEFT_PARENTHESIS)) {
        options.options();
      }
      String text = tokens.text().substring(position, tokens.previousEnd());
      return new UnsupportedDefinition("CREATE TYPE", text, position);
    }
    if (tokens.accept(Keyword.ENUM)) {
      return new TypeDefinition.CreateEnum(name, labels(), position);
    }
    if (tokens.accept(Keyword.RANGE)) {
      return new TypeDefinition.CreateRange(name, options.options(), position);
    }
    tokens.expect(TokenKind.LEFT_PARENTHESIS);
    List<FromItem.ColumnDefinition> attributes =
        tokens.at(TokenKind.RIGHT_PARENTHESIS) ? List.of() : tokens.list(grammar::columnDefinition);
    tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    return new TypeDefinition.CreateComposite(name, attributes, position);
  }

  private List<String> labels() {
    tokens.expect(TokenKind.LEFT_PARENTHESIS);
    List<String> labels =
        tokens.at(TokenKind.RIGHT_PARENTHESIS) ? List.of() : tokens.list(tokens::string);
    tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    return labels;
  }

  /** Returns CREATE DOMAIN behind these words. */
  Definition createDomain(int position) {
    QualifiedName name = names.any();
    tokens.accept(Keyword.AS);
    TypeName type = grammar.type();
    ElementParser.Qualities qualities = elements.qualities();
    return new TypeDefinition.CreateDomain(
        name, type, qualities.collation(), qualities.constraints(), position);
  }

  /** Returns whether a change of labels or attributes stands behind the name of a type. */
  boolean isAlter() {
    return tokens.at(Keyword.ADD)
        || tokens.at(Keyword.DROP)
        || tokens.at(Keyword.ALTER)
        || tokens.at(Keyword.RENAME, Keyword.VALUE);
  }

  /** Returns ALTER TYPE behind the name. */
  Definition alter(QualifiedName name, int position) {
    if (tokens.at(Keyword.ADD, Keyword.VALUE)) {
      return addLabel(name, position);
    }
    if (tokens.accept(Keyword.RENAME, Keyword.VALUE)) {
      String label = tokens.string();
      tokens.expect(Keyword.TO);
      return new TypeDefinition.RenameLabel(name, label, tokens.string(), position);
    }
    return new TypeDefinition.AlterComposite(name, tokens.list(this::attribute), position);
  }

  private Definition addLabel(QualifiedName name, int position) {
    tokens.advance(2);
    boolean ifNotExists = tokens.accept(Keyword.IF);
    if (ifNotExists) {
      tokens.expect(Keyword.NOT, Keyword.EXISTS);
    }
    String label = tokens.string();
    TypeDefinition.LabelPlace place = null;
    if (tokens.accept(Keyword.BEFORE)) {
      place = new TypeDefinition.LabelPlace(true, tokens.string());
    } else if (tokens.accept(Keyword.AFTER)) {
      place = new TypeDefinition.LabelPlace(false, tokens.string());
    }
    return new TypeDefinition.AddLabel(name, label, ifNotExists, place, position);
  }

  private AttributeAction attribute() {
    if (tokens.accept(Keyword.ADD)) {
      tokens.expect(Keyword.ATTRIBUTE);
      FromItem.ColumnDefinition added = grammar.columnDefinition();
      return new AttributeAction("ADD", added, null, false, options.dropBehavior());
    }
    if (tokens.accept(Keyword.DROP)) {
      tokens.expect(Keyword.ATTRIBUTE);
      boolean ifExists = options.ifExists();
      String name = names.column();
      return new AttributeAction("DROP", null, name, ifExists, options.dropBehavior());
    }
    tokens.expect(Keyword.ALTER, Keyword.ATTRIBUTE);
    int position = tokens.position();
    String name = names.column();
    if (tokens.accept(Keyword.SET)) {
      tokens.expect(Keyword.DATA);
    }
    tokens.expect(Keyword.TYPE);
    TypeName type = grammar.type();
    QualifiedName collation = tokens.accept(Keyword.COLLATE) ? names.any() : null;
    FromItem.ColumnDefinition changed =
        new FromItem.ColumnDefinition(name, type, collation, position);
    return new AttributeAction("ALTER", changed, null, false, options.dropBehavior());
  }

  /** Returns ALTER DOMAIN behind the name. */
  Definition alterDomain(QualifiedName name, int position) {
    return new TypeDefinition.AlterDomain(name, domainAction(), position);
  }

  private DomainAction domainAction() {
    if (tokens.accept(Keyword.ADD)) {
      return new DomainAction(new TableAction.AddConstraint(constraints.table()), null);
    }
    if (tokens.accept(Keyword.VALIDATE)) {
      tokens.expect(Keyword.CONSTRAINT);
      return new DomainAction(new TableAction.ValidateConstraint(names.column()), null);
    }
    if (tokens.accept(Keyword.SET)) {
      if (!tokens.at(Keyword.DEFAULT) && !tokens.at(Keyword.NOT)) {
        throw tokens.unexpected();
      }
      return new DomainAction(null, alters.setAction());
    }
    tokens.expect(Keyword.DROP);
    if (!tokens.accept(Keyword.CONSTRAINT)) {
      if (!tokens.at(Keyword.DEFAULT) && !tokens.at(Keyword.NOT)) {
        throw tokens.unexpected();
      }
      return new DomainAction(null, alters.dropAction());
    }
    boolean ifExists = options.ifExists();
    String constraint = names.column();
    DropBehavior behavior = options.dropBehavior();
    return new DomainAction(new TableAction.DropConstraint(constraint, ifExists, behavior), null);
  }
}
