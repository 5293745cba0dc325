package dev.colonnade.sql.parser.definition;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.query.QueryGrammar;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.DropBehavior;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.definition.SequenceDefinition.SequenceOption;
import dev.colonnade.sql.syntax.definition.TableAction;
import dev.colonnade.sql.syntax.definition.TableAction.ColumnAction;
import dev.colonnade.sql.syntax.definition.TableElement;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.TypeName;
import java.util.ArrayList;
import java.util.List;

/** Parser of the actions of ALTER TABLE. */
final class AlterTableParser {
  private static final int COLUMN_NUMBER_MAX = 32767;

  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final Names names;
  private final OptionParser options;
  private final ElementParser elements;
  private final ConstraintParser constraints;
  private final TableParser tables;

  AlterTableParser(
      QueryGrammar grammar,
      OptionParser options,
      ElementParser elements,
      ConstraintParser constraints,
      TableParser tables) {
    this.grammar = grammar;
    this.tokens = grammar.tokens();
    this.names = grammar.names();
    this.options = options;
    this.elements = elements;
    this.constraints = constraints;
    this.tables = tables;
  }

  /** Returns actions: one about a partition, or several with commas between them. */
  List<TableAction> actions(boolean isIndex) {
    if (tokens.accept(Keyword.ATTACH)) {
      tokens.expect(Keyword.PARTITION);
      QualifiedName partition = names.relation();
      return List.of(new TableAction.AttachPartition(partition, isIndex ? null : tables.bound()));
    }
    if (!isIndex && tokens.accept(Keyword.DETACH)) {
      tokens.expect(Keyword.PARTITION);
      QualifiedName partition = names.relation();
      String mode = null;
      if (tokens.accept(Keyword.CONCURRENTLY)) {
        mode = "CONCURRENTLY";
      } else if (tokens.accept(Keyword.FINALIZE)) {
        mode = "FINALIZE";
      }
      return List.of(new TableAction.DetachPartition(partition, mode));
    }
    return tokens.list(this::action);
  }

  private TableAction action() {
    if (tokens.atWord("split") && tokens.at(1, Keyword.AT)) {
      return split();
    }
    Keyword keyword = tokens.keyword();
    if (keyword == null) {
      throw tokens.unexpected();
    }
    return switch (keyword) {
      case ADD -> add();
      case ALTER -> alter();
      case DROP -> drop();
      case SET -> set();
      case RESET -> {
        tokens.advance();
        yield new TableAction.SetOptions("RESET", options.options());
      }
      case VALIDATE -> {
        tokens.advance();
        tokens.expect(Keyword.CONSTRAINT);
        yield new TableAction.ValidateConstraint(names.column());
      }
      case CLUSTER -> {
        tokens.advance();
        tokens.expect(Keyword.ON);
        yield new TableAction.Other("CLUSTER ON", names.column());
      }
      case ENABLE, DISABLE -> enable(keyword);
      case INHERIT -> {
        tokens.advance();
        yield new TableAction.Inherit(names.relation(), true);
      }
      case NO, FORCE, NOT -> negated(keyword);
      case OF -> {
        tokens.advance();
        yield new TableAction.OfType(names.any());
      }
      case OWNER -> {
        tokens.advance();
        tokens.expect(Keyword.TO);
        yield new TableAction.SetOwner(options.role());
      }
      case REPLICA -> replica();
      case OPTIONS -> new TableAction.SetOptions("OPTIONS", options.foreignOptions(true));
      default -> throw tokens.unexpected();
    };
  }

  private TableAction split() {
    tokens.advance(2);
    tokens.accept(Keyword.VALUES);
    List<List<Expression>> rows = tokens.list(() -> tokens.parenthesized(grammar::expression));
    return new TableAction.SplitAt(rows);
  }

  private TableAction add() {
    tokens.advance();
    if (constraints.isTableConstraint()) {
      return new TableAction.AddConstraint(constraints.table());
    }
    tokens.accept(Keyword.COLUMN);
    boolean ifNotExists = options.ifNotExists();
    return new TableAction.AddColumn(elements.column(), ifNotExists);
  }

  private TableAction drop() {
    tokens.advance();
    if (tokens.accept(Keyword.CONSTRAINT)) {
      boolean ifExists = options.ifExists();
      return new TableAction.DropConstraint(names.column(), ifExists, options.dropBehavior());
    }
    tokens.accept(Keyword.COLUMN);
    boolean ifExists = options.ifExists();
    int position = tokens.position();
    String column = names.column();
    DropBehavior behavior = options.dropBehavior();
    return new TableAction.DropColumn(column, ifExists, behavior, position);
  }

  private TableAction set() {
    tokens.advance();
    if (tokens.at(TokenKind.LEFT_PARENTHESIS)) {
      return new TableAction.SetOptions("SET", options.options());
    }
    if (tokens.accept(Keyword.LOGGED)) {
      return new TableAction.Other("SET LOGGED", null);
    }
    if (tokens.accept(Keyword.UNLOGGED)) {
      return new TableAction.Other("SET UNLOGGED", null);
    }
    if (tokens.accept(Keyword.TABLESPACE)) {
      return new TableAction.Other("SET TABLESPACE", names.column());
    }
    if (tokens.accept(Keyword.ACCESS)) {
      tokens.expect(Keyword.METHOD);
      return new TableAction.Other("SET ACCESS METHOD", names.column());
    }
    tokens.expect(Keyword.WITHOUT);
    if (tokens.accept(Keyword.OIDS)) {
      return new TableAction.Other("SET WITHOUT OIDS", null);
    }
    tokens.expect(Keyword.CLUSTER);
    return new TableAction.Other("SET WITHOUT CLUSTER", null);
  }

  private TableAction enable(Keyword keyword) {
    tokens.advance();
    String verb = keyword.name();
    if (tokens.accept(Keyword.ROW)) {
      tokens.expect(Keyword.LEVEL, Keyword.SECURITY);
      return new TableAction.Other(verb + " ROW LEVEL SECURITY", null);
    }
    if (keyword == Keyword.ENABLE) {
      if (tokens.accept(Keyword.ALWAYS)) {
        verb += " ALWAYS";
      } else if (tokens.accept(Keyword.REPLICA)) {
        verb += " REPLICA";
      }
    }
    if (tokens.accept(Keyword.RULE)) {
      return new TableAction.Other(verb + " RULE", names.column());
    }
    tokens.expect(Keyword.TRIGGER);
    boolean isPlain = verb.equals(keyword.name());
    if (isPlain && tokens.accept(Keyword.ALL)) {
      return new TableAction.Other(verb + " TRIGGER ALL", null);
    }
    if (isPlain && tokens.accept(Keyword.USER)) {
      return new TableAction.Other(verb + " TRIGGER USER", null);
    }
    return new TableAction.Other(verb + " TRIGGER", names.column());
  }

  private TableAction negated(Keyword keyword) {
    tokens.advance();
    if (keyword == Keyword.NOT) {
      tokens.expect(Keyword.OF);
      return new TableAction.OfType(null);
    }
    if (keyword == Keyword.NO && tokens.accept(Keyword.INHERIT)) {
      return new TableAction.Inherit(names.relation(), false);
    }
    if (keyword == Keyword.NO) {
      tokens.expect(Keyword.FORCE);
    }
    tokens.expect(Keyword.ROW);
    tokens.expect(Keyword.LEVEL, Keyword.SECURITY);
    String verb = keyword == Keyword.NO ? "NO FORCE" : "FORCE";
    return new TableAction.Other(verb + " ROW LEVEL SECURITY", null);
  }

  private TableAction replica() {
    tokens.advance();
    tokens.expect(Keyword.IDENTITY);
    if (tokens.accept(Keyword.USING)) {
      tokens.expect(Keyword.INDEX);
      return new TableAction.Other("REPLICA IDENTITY USING INDEX", names.column());
    }
    Keyword kind = tokens.keyword();
    if (kind != Keyword.NOTHING && kind != Keyword.FULL && kind != Keyword.DEFAULT) {
      throw tokens.unexpected();
    }
    tokens.advance();
    return new TableAction.Other("REPLICA IDENTITY " + kind.name(), null);
  }

  private TableAction alter() {
    tokens.advance();
    if (tokens.accept(Keyword.CONSTRAINT)) {
      String name = names.column();
      TableElement.Timing timing = constraints.timing();
      constraints.requireTiming(Keyword.ALTER, timing);
      return new TableAction.AlterConstraint(name, timing);
    }
    tokens.accept(Keyword.COLUMN);
    int position = tokens.position();
    if (tokens.at(TokenKind.INTEGER)) {
      return numbered(position);
    }
    String column = names.column();
    return new TableAction.AlterColumn(column, columnAction(), position);
  }

  private TableAction numbered(int position) {
    int number = tokens.integer();
    tokens.expect(Keyword.SET, Keyword.STATISTICS);
    int target = options.signedInteger();
    if (number <= 0 || number > COLUMN_NUMBER_MAX) {
      throw tokens.error(
          ErrorCode.INVALID_ARGUMENT,
          "column number must be in range from 1 to " + COLUMN_NUMBER_MAX,
          position);
    }
    ColumnAction action = new ColumnAction.SetParameter("STATISTICS", Integer.toString(target));
    return new TableAction.AlterColumn(Integer.toString(number), action, position);
  }

  /** Returns a change of a column or of the value of a domain. */
  private ColumnAction columnAction() {
    if (tokens.accept(Keyword.DROP)) {
      return dropAction();
    }
    if (tokens.accept(Keyword.ADD)) {
      tokens.expect(Keyword.GENERATED);
      boolean always = elements.generatedAlways();
      tokens.expect(Keyword.AS, Keyword.IDENTITY);
      return new ColumnAction.AddIdentity(always, elements.optionalSequence());
    }
    if (tokens.at(Keyword.RESET)) {
      tokens.advance();
      return new ColumnAction.SetOptions("RESET", options.options());
    }
    if (tokens.at(Keyword.OPTIONS)) {
      return new ColumnAction.SetOptions("OPTIONS", options.foreignOptions(true));
    }
    if (tokens.at(Keyword.TYPE) || tokens.at(Keyword.SET, Keyword.DATA)) {
      return type();
    }
    if (tokens.at(Keyword.RESTART) || (tokens.at(Keyword.SET) && isIdentityOption())) {
      return identity();
    }
    tokens.expect(Keyword.SET);
    return setAction();
  }

  private boolean isIdentityOption() {
    Keyword next = tokens.keyword(1);
    if (next == null) {
      return tokens.atWord(1, "ordered") || tokens.atWord(1, "gapless");
    }
    return switch (next) {
      case GENERATED, CACHE, CYCLE, INCREMENT, MAXVALUE, MINVALUE, NO, START, RESTART -> true;
      case AS, LOGGED, UNLOGGED, OWNED, SEQUENCE -> true;
      default -> false;
    };
  }

  ColumnAction dropAction() {
    if (tokens.accept(Keyword.DEFAULT)) {
      return new ColumnAction.SetDefault(null);
    }
    if (tokens.accept(Keyword.NOT)) {
      tokens.expect(Keyword.NULL);
      return new ColumnAction.SetNotNull(false);
    }
    boolean identity = tokens.accept(Keyword.IDENTITY);
    if (!identity) {
      tokens.expect(Keyword.EXPRESSION);
    }
    return new ColumnAction.DropGenerated(identity, options.ifExists());
  }

  private ColumnAction type() {
    if (tokens.accept(Keyword.SET)) {
      tokens.expect(Keyword.DATA);
    }
    tokens.expect(Keyword.TYPE);
    TypeName type = grammar.type();
    QualifiedName collation = tokens.accept(Keyword.COLLATE) ? names.any() : null;
    Expression using = tokens.accept(Keyword.USING) ? grammar.expression() : null;
    return new ColumnAction.SetType(type, collation, using);
  }

  private ColumnAction identity() {
    Boolean always = null;
    List<SequenceOption> changes = new ArrayList<>();
    while (tokens.at(Keyword.RESTART) || tokens.at(Keyword.SET)) {
      boolean isSet = tokens.accept(Keyword.SET);
      if (isSet && tokens.accept(Keyword.GENERATED)) {
        always = elements.generatedAlways();
        continue;
      }
      int position = tokens.position();
      SequenceOption option = elements.sequences().option();
      if (option == null) {
        throw tokens.unexpected();
      }
      if (isSet) {
        requireIdentityOption(option, position);
      }
      changes.add(option);
    }
    return new ColumnAction.AlterIdentity(always, List.copyOf(changes));
  }

  private void requireIdentityOption(SequenceOption option, int position) {
    String refused =
        switch (option) {
          case SequenceOption.OfType _ -> "as";
          case SequenceOption.OwnedBy _ -> "owned_by";
          case SequenceOption.NumberOption number ->
              number.keyword().equals("RESTART") ? "restart" : "";
          case SequenceOption.Cycle _ -> "";
          case SequenceOption.Named _ -> "";
          case SequenceOption.Mode _ -> "";
        };
    if (!refused.isEmpty()) {
      throw tokens.error("sequence option \"" + refused + "\" not supported here", position);
    }
  }

  ColumnAction setAction() {
    if (tokens.accept(Keyword.DEFAULT)) {
      return new ColumnAction.SetDefault(grammar.expression());
    }
    if (tokens.accept(Keyword.NOT)) {
      tokens.expect(Keyword.NULL);
      return new ColumnAction.SetNotNull(true);
    }
    if (tokens.accept(Keyword.STATISTICS)) {
      return new ColumnAction.SetParameter("STATISTICS", Integer.toString(options.signedInteger()));
    }
    if (tokens.accept(Keyword.STORAGE)) {
      return new ColumnAction.SetParameter("STORAGE", names.column());
    }
    if (tokens.accept(Keyword.COMPRESSION)) {
      String method = tokens.accept(Keyword.DEFAULT) ? "default" : names.column();
      return new ColumnAction.SetParameter("COMPRESSION", method);
    }
    return new ColumnAction.SetOptions("SET", options.options());
  }
}
