package dev.colonnade.client;

import dev.colonnade.client.FakeServer.Session;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.protocol.ErrorCategory;
import dev.colonnade.protocol.frame.RequestFrame;
import dev.colonnade.protocol.request.SqlRequest;
import dev.colonnade.protocol.request.Write;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.response.WriteOk;
import dev.colonnade.protocol.session.WireTransactionState;
import dev.colonnade.protocol.sql.SqlCompletion;
import dev.colonnade.protocol.sql.SqlRows;
import dev.colonnade.protocol.sql.SqlSessionStatus;
import java.util.ArrayList;
import java.util.List;

/** Responses of a scripted server to the requests of transactions. */
final class TransactionScript {
  static final ClientTable PEOPLE = new ClientTable(FakeResponses.PEOPLE);
  static final ErrorResponse CONFLICT =
      new ErrorResponse(1010, "40001", ErrorCategory.RETRY, "conflict", "");

  private TransactionScript() {}

  static Response completed(String command) {
    return new SqlResponse.End(
        new SqlSessionStatus(WireTransactionState.IDLE, List.of()),
        new SqlCompletion(command, false, 0),
        SqlRows.none());
  }

  static Response failed(ErrorResponse error) {
    return new SqlResponse.Failed(error, WireTransactionState.FAILED, List.of());
  }

  /** Answers as a server without failures does. */
  static void answer(Session session, RequestFrame frame) {
    if (frame.request() instanceof SqlRequest.Run run) {
      session.answer(frame, completed(run.text().split(" ", 2)[0]));
    } else if (frame.request() instanceof Write) {
      session.answer(frame, new WriteOk(0, 1, 0, 0));
    } else {
      session.answer(frame, FakeResponses.error(ErrorCategory.FATAL));
    }
  }

  static boolean is(RequestFrame frame, String text) {
    return frame.request() instanceof SqlRequest.Run run && run.text().startsWith(text);
  }

  static List<String> statements(FakeServer server) {
    List<String> texts = new ArrayList<>();
    for (RequestFrame frame : server.requests()) {
      texts.add(
          frame.request() instanceof SqlRequest.Run run
              ? run.text().split(" ", 2)[0]
              : frame.request().type().name());
    }
    return texts;
  }
}
