package dev.colonnade.protocol.request;

/** Asks for the names of all tables; answered by {@code TableList}. */
public record ListTables() implements Request {
  @Override
  public RequestType type() {
    return RequestType.LIST_TABLES;
  }
}
