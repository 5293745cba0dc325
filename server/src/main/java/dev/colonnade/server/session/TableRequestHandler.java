package dev.colonnade.server.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.request.TableRequest;
import dev.colonnade.protocol.response.Ok;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.TableResponse;
import dev.colonnade.server.translate.TableTranslator;
import dev.colonnade.type.EnumLabel;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.schema.TableSchema;
import java.util.List;

/** Handler of requests that list, describe and change tables. */
final class TableRequestHandler {
  private final Session session;

  TableRequestHandler(Session session) {
    this.session = requireNonNull(session, "session is null");
  }

  Response list() {
    return new TableResponse.Names(
        session.catalog().tables().stream()
            .filter(session.rights()::sees)
            .map(Table::name)
            .toList());
  }

  Response describe(TableRequest.Describe request) {
    Table table = session.catalog().table(request.table());
    session.rights().requireSeen(table);
    return described(table);
  }

  Response create(TableRequest.Create request) {
    String name = request.definition().name();
    Table existing = session.catalog().findTable(name);
    if (existing != null && request.ifNotExists()) {
      session.rights().requireSeen(existing);
      return described(existing);
    }
    if (existing != null) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_TABLE, "table already exists: table=" + name);
    }
    session.rights().requireCreate(session.catalog().qualifiedName(name).schemaId());
    TableSchema schema = TableTranslator.schema(request.definition(), this::findOrCreateEnum);
    try {
      return described(session.define(catalog -> catalog.createTable(name, schema)));
    } catch (ColonnadeException e) {
      Table first = session.catalog().findTable(name);
      if (e.code() == ErrorCode.DUPLICATE_TABLE && request.ifNotExists() && first != null) {
        return described(first);
      }
      throw e;
    }
  }

  Response alter(TableRequest.Alter request) {
    session.rights().requireOwner(session.catalog().table(request.table()));
    Table changed =
        switch (request.change()) {
          case TableRequest.Alter.AddColumn add -> {
            String family = add.family().isEmpty() ? null : add.family();
            var column = TableTranslator.newColumn(add, this::findOrCreateEnum);
            yield session.define(catalog -> catalog.addColumn(request.table(), column, family));
          }
          case TableRequest.Alter.DropColumn drop ->
              session.define(catalog -> catalog.dropColumn(request.table(), drop.column()));
        };
    return described(changed);
  }

  Response drop(TableRequest.Drop request) {
    Table existing = session.catalog().findTable(request.table());
    if (existing != null) {
      session.rights().requireOwner(existing);
    }
    try {
      session.define(
          catalog -> {
            catalog.dropTable(request.table());
            return catalog;
          });
    } catch (ColonnadeException e) {
      if (e.code() != ErrorCode.UNKNOWN_TABLE || !request.ifExists()) {
        throw e;
      }
    }
    return new Ok();
  }

  /**
   * Returns the enum of this name; creates it if missing, and throws an exception if labels differ.
   */
  private EnumType findOrCreateEnum(String name, List<String> labels) {
    EnumType existing = session.catalog().findEnum(name);
    if (existing == null) {
      session.rights().requireCreate(session.catalog().qualifiedName(name).schemaId());
      return session.define(catalog -> catalog.createEnum(name, labels));
    }
    session.rights().requireUsage(existing);
    List<String> present = existing.labels().stream().map(EnumLabel::label).toList();
    if (!labels.isEmpty() && !labels.equals(present)) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_OBJECT,
          "enum exists with different labels: enum="
              + name
              + " found="
              + present
              + " expected="
              + labels);
    }
    return existing;
  }

  private static Response described(Table table) {
    return new TableResponse.Described(TableTranslator.description(table));
  }
}
