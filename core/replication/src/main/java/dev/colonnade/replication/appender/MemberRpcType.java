package dev.colonnade.replication.appender;

import org.apache.ratis.conf.Parameters;
import org.apache.ratis.grpc.GrpcFactory;
import org.apache.ratis.rpc.RpcFactory;
import org.apache.ratis.rpc.RpcType;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.leader.FollowerInfo;
import org.apache.ratis.server.leader.LeaderState;
import org.apache.ratis.server.leader.LogAppender;

/** gRPC between members, with {@link RepeatingLogAppender}. Created by Ratis, by its name. */
public final class MemberRpcType implements RpcType {
  @Override
  public String name() {
    return MemberRpcType.class.getName();
  }

  @Override
  public RpcFactory newFactory(Parameters parameters) {
    return new GrpcFactory(parameters) {
      @Override
      public LogAppender newLogAppender(
          RaftServer.Division server, LeaderState leaderState, FollowerInfo follower) {
        return new RepeatingLogAppender(server, leaderState, follower);
      }
    };
  }
}
