package dev.colonnade.sql.parser.definition;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.parser.query.QueryGrammar;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.definition.SequenceDefinition.SequenceOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parser of the options of sequences. */
final class SequenceParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final OptionParser options;

  SequenceParser(QueryGrammar grammar, OptionParser options) {
    this.grammar = grammar;
    this.tokens = grammar.tokens();
    this.options = options;
  }

  /** Returns all options from the current token. */
  List<SequenceOption> all() {
    List<SequenceOption> all = new ArrayList<>();
    for (SequenceOption next = option(); next != null; next = option()) {
      all.add(next);
    }
    return List.copyOf(all);
  }

  /** Returns one or more options. */
  List<SequenceOption> atLeastOne() {
    List<SequenceOption> all = all();
    if (all.isEmpty()) {
      throw tokens.unexpected();
    }
    return all;
  }

  /** Returns an option, null if there is none. */
  @Nullable SequenceOption option() {
    int position = tokens.position();
    Keyword keyword = tokens.keyword();
    if (keyword == null) {
      return mode(position);
    }
    return switch (keyword) {
      case AS -> {
        tokens.advance();
        yield new SequenceOption.OfType(grammar.simpleType(), position);
      }
      case CACHE, MAXVALUE, MINVALUE -> {
        tokens.advance();
        yield new SequenceOption.NumberOption(keyword.name(), options.number(), position);
      }
      case INCREMENT -> {
        tokens.advance();
        tokens.accept(Keyword.BY);
        yield new SequenceOption.NumberOption(keyword.name(), options.number(), position);
      }
      case START -> {
        tokens.advance();
        tokens.accept(Keyword.WITH);
        yield new SequenceOption.NumberOption(keyword.name(), options.number(), position);
      }
      case RESTART -> restart(position);
      case CYCLE -> {
        tokens.advance();
        yield new SequenceOption.Cycle(true, position);
      }
      case NO -> no(position);
      case OWNED -> {
        tokens.advance();
        tokens.expect(Keyword.BY);
        yield new SequenceOption.OwnedBy(grammar.names().any(), position);
      }
      case SEQUENCE -> {
        tokens.advance();
        tokens.expect(Keyword.NAME);
        yield new SequenceOption.Named(grammar.names().any(), position);
      }
      case LOGGED, UNLOGGED -> {
        tokens.advance();
        yield new SequenceOption.Mode(keyword.name(), position);
      }
      default -> null;
    };
  }

  private @Nullable SequenceOption mode(int position) {
    if (!tokens.atWord("ordered") && !tokens.atWord("gapless")) {
      return null;
    }
    String word = tokens.value();
    tokens.advance();
    return new SequenceOption.Mode(word.toUpperCase(Locale.ROOT), position);
  }

  private SequenceOption restart(int position) {
    tokens.advance();
    boolean hasValue = tokens.accept(Keyword.WITH) || options.isNumber();
    String value = hasValue ? options.number() : null;
    return new SequenceOption.NumberOption(Keyword.RESTART.name(), value, position);
  }

  private SequenceOption no(int position) {
    tokens.advance();
    if (tokens.accept(Keyword.CYCLE)) {
      return new SequenceOption.Cycle(false, position);
    }
    boolean isMax = tokens.accept(Keyword.MAXVALUE);
    if (!isMax) {
      tokens.expect(Keyword.MINVALUE);
    }
    String keyword = isMax ? Keyword.MAXVALUE.name() : Keyword.MINVALUE.name();
    return new SequenceOption.NumberOption(keyword, null, position);
  }
}
